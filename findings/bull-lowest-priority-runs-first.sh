#!/usr/bin/env bash
# Tool: bull 4.16.5 with redis-server 7.0.15.
# Behavior: a job with the lowest priority that there is runs before all jobs without one that wait. Bull's reference and
#   types say that priorities range from 1, the highest, to MAX_INT, the lowest, and nothing of jobs without one. BullMQ,
#   Bull's successor, runs jobs without a priority first.
# Seen on 2026-12-01, added in this order: order 1001, order 1002, tidy up (priority 2147483647), order 1003
#   ran: tidy up, order 1001, order 1002, order 1003
# Why it matters: somebody gives the lowest priority to a sync of ten thousand products, so that orders go first. All
#   orders that wait are printed after it.
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
timeout 90 npm install --no-audit --no-fund --ignore-scripts bull@4.16.5 || exit 1

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' >redis.log &
redis=$!
for _ in $(seq 100); do (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

cat >try.cjs <<'JS'
const Bull = require("bull");

async function main() {
  const queue = new Bull("print", { redis: { port: Number(process.argv[2]) } });
  await queue.add({ work: "order 1001" });
  await queue.add({ work: "order 1002" });
  await queue.add({ work: "tidy up" }, { priority: 2_147_483_647 });
  await queue.add({ work: "order 1003" });

  const ran = [];
  queue.process(async (job) => void ran.push(job.data.work));
  for (let n = 0; n < 100 && ran.length < 4; n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  const order = ran.join(", ");
  console.log(`ran: ${order}`);
  process.exit(order === "tidy up, order 1001, order 1002, order 1003" ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs "$port" || {
  echo "CHANGED: the job of the lowest priority runs after the others. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the job of the lowest priority ran first."
