#!/usr/bin/env bash
# Tool: bull 4.16.5 with ioredis 5.11.1 and redis-server 7.0.15.
# Behavior: with ioredis' `commandTimeout` in the options of the queue's connection, and `process(4, …)`, an idle worker
#   takes jobs out of the waiting list and never runs them. They stay active, without an attempt and without a failure,
#   while the worker goes on with other jobs. Two checks for stalled jobs, 30 s each, do not give them back.
# Cause: each of the four processors has a blocking read of up to five seconds on one connection, where they take turns.
#   The time limit counts from the moment when a read is queued. A read that is given up is still made by Redis, which
#   moves a job to the active list, and nobody looks at the answer.
# Seen on 2026-11-29:
#   commandTimeout 0 s: of 4 jobs 4 completed, 0 active
#   commandTimeout 8 s: of 4 jobs 1 completed, 3 active
# Why it matters: a time limit is what an operator adds against a Redis that hangs. The jobs of orders disappear from what
#   waits, nothing fails, and the orders are never printed.
set -euo pipefail

if ! command -v redis-server >/dev/null; then
  echo "redis-server is missing (Debian: apt-get install redis-server)." >&2
  exit 2
fi

dir=$(mktemp -d)
redis=
cleanup() {
  if [ -n "$redis" ]; then kill "$redis" 2>/dev/null || true; wait "$redis" 2>/dev/null || true; fi
  rm -rf "$dir"
}
trap cleanup EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts --loglevel=error bull@4.16.5 ioredis@5.11.1 >/dev/null

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' >redis.log &
redis=$!
for _ in $(seq 100); do (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

cat >try.cjs <<'JS'
const Bull = require("bull");
const port = Number(process.argv[2]);
const sleep = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Four jobs for a worker that has been idle for 14 s, and what became of them after `waitMs`. */
async function play(name, commandTimeout, waitMs) {
  const worker = new Bull(name, { redis: { port, ...(commandTimeout ? { commandTimeout } : {}) } });
  // Each read that is given up is told by this event; without a listener it would end the process.
  worker.on("error", () => undefined);
  void worker.process(4, async () => undefined);
  const shop = new Bull(name, { redis: { port } });
  await sleep(14_000);
  for (const order of [1, 2, 3, 4]) await shop.add({ order });
  await sleep(waitMs);
  const { completed, active, waiting, failed } = await shop.getJobCounts();
  console.log(`commandTimeout ${commandTimeout / 1000} s: of 4 jobs ${completed} completed, ${active} active`);
  return { completed, active, rest: waiting + failed };
}

async function main() {
  const [without, limited] = await Promise.all([play("without", 0, 5_000), play("limited", 8_000, 65_000)]);
  const asStated = without.completed === 4 && limited.active > 0 && limited.completed < 4 && limited.rest === 0;
  process.exit(asStated ? 0 : 1);
}
main();
JS
timeout 150 node try.cjs "$port" || {
  echo "CHANGED: no job stays active any longer. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the worker took jobs that it never ran."
