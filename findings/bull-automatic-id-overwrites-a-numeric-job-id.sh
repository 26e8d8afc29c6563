#!/usr/bin/env bash
# Tool: bull 4.16.5 with redis-server 7.0.15.
# Behavior: a job with the id "3" waits. Bull counts all jobs, and gives the third job of the queue, which names no id,
#   the id 3. That job overwrites the data of the waiting one. The queue then holds the id twice, and both runs get the
#   data of the later job. Neither `add` nor an event reports that.
# Cause: Bull looks for an existing job only where the caller named the id. Bull's types say without that limit that a
#   job whose id exists is not added.
# Seen on 2026-11-28:
#   waiting: 3 = tidy up, 2 = tidy up, 3 = tidy up
#   ran: tidy up, tidy up, tidy up
# Why it matters: the order's number is the obvious id for its job, since an id keeps a repeated webhook from adding
#   the job twice. As soon as another part of the app adds jobs without an id, an order is never printed. Where both
#   jobs are orders, one of them is printed twice in place of the other.
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
timeout 90 npm install --no-audit --no-fund --ignore-scripts bull@4.16.5

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' >redis.log &
redis=$!
for _ in $(seq 100); do (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

cat >try.cjs <<'JS'
const Bull = require("bull");

async function main() {
  const queue = new Bull("print", { redis: { port: Number(process.argv[2]) } });
  const told = [];
  for (const event of ["error", "failed", "removed", "duplicated"]) queue.on(event, () => told.push(event));

  await queue.add({ work: "print order 3" }, { jobId: "3" });
  await queue.add({ work: "tidy up" });
  await queue.add({ work: "tidy up" });

  const waiting = (await queue.getWaiting()).map((job) => `${job.id} = ${job.data.work}`);
  console.log(`waiting: ${waiting.join(", ")}`);

  const ran = [];
  queue.process(async (job) => void ran.push(job.data.work));
  for (let n = 0; n < 50 && ran.length < 3; n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(`ran: ${ran.join(", ")}`);
  const isLost = ran.length === 3 && !ran.includes("print order 3");
  process.exit(isLost && told.length === 0 ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs "$port" || {
  echo "CHANGED: the job with a number as its id is not overwritten. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the order's job was overwritten in silence, and another job ran in its place."
