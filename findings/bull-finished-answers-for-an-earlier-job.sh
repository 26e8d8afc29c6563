#!/usr/bin/env bash
# Tool: bull 4.16.5 with redis-server 7.0.15.
# Behavior: a job has completed and Bull keeps it, which is the default. `add` with the same `jobId` and other data
#   returns a job with the new data. `finished()` of that job resolves at once with the result of the earlier run. No
#   handler has seen the new data. Bull keeps the old data.
# Known from Bull's reference: Bull adds no job whose id exists. New is that the caller gets a success to read.
# Seen on 2026-11-28:
#   first: printed for 1 Main Street
#   second: the job shows 9 Harbor Road, finished() says "printed for 1 Main Street" after 1 run
# Why it matters: a merchant corrects the address and the app adds the order's job again. The app is told that the
#   order was printed, shows that to the merchant, and the parcel goes to the old address.
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
  let runs = 0;
  queue.process(async (job) => {
    runs += 1;
    return `printed for ${job.data.address}`;
  });

  const first = await queue.add({ address: "1 Main Street" }, { jobId: "order-1001" });
  const before = await first.finished();
  console.log(`first: ${before}`);

  const second = await queue.add({ address: "9 Harbor Road" }, { jobId: "order-1001" });
  const after = await second.finished();
  console.log(`second: the job shows ${second.data.address}, finished() says "${after}" after ${runs} run`);

  const kept = await queue.getJob("order-1001");
  const asStated = second.data.address === "9 Harbor Road" && after === before && runs === 1;
  process.exit(asStated && kept.data.address === "1 Main Street" ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs "$port" || {
  echo "CHANGED: finished() no longer answers for the earlier job. The output above shows what happened." >&2
  exit 1
}
echo "As stated: finished() reported a run that never saw the new data."
