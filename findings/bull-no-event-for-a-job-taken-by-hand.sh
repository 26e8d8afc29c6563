#!/usr/bin/env bash
# Tool: bull 4.16.5 with redis-server 7.0.15.
# Behavior: a job is taken with `getNextJob` and ended with `moveToCompleted` or `moveToFailed`, as Bull's patterns show.
#   Listeners of `completed` and `failed` on the very queue that took and ended it hear nothing. Those of
#   `global:completed` and `global:failed` on the same queue do. Of a job that a processor of that queue ran, both hear.
# Known from Bull's reference: local events are about the jobs of one queue instance, global ones about those of all.
#   New is that a job that this instance itself took and ended counts as somebody else's.
# Seen on 2026-12-01:
#   completed: processed, global:completed: taken processed
#   failed: processed-badly, global:failed: taken-badly processed-badly
# Why it matters: an app that takes orders in batches, by hand, counts its failures with `failed` as before. The alarm
#   never rings, and orders that failed are found by their customers.
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
const { setTimeout: wait } = require("node:timers/promises");

const EVENTS = ["completed", "global:completed", "failed", "global:failed"];

async function main() {
  const queue = new Bull("print", { redis: { port: Number(process.argv[2]) } });
  const heard = Object.fromEntries(EVENTS.map((event) => [event, []]));
  // A local listener gets the job, a global one its id.
  for (const event of EVENTS) queue.on(event, (job) => heard[event].push(String(job.id ?? job)));
  await queue.isReady();
  // Bull does not tell when its subscriptions stand.
  await wait(500);

  const take = async (jobId) => {
    await queue.add({}, { jobId });
    return queue.getNextJob();
  };
  await (await take("taken")).moveToCompleted("printed", false, true);
  await (await take("taken-badly")).moveToFailed({ message: "no paper" });

  queue.process(async ({ id }) => {
    if (id === "processed-badly") throw new Error("no paper");
  });
  await queue.add({}, { jobId: "processed" });
  await queue.add({}, { jobId: "processed-badly" });
  // What comes last on every way: all of the others would have come before.
  while (!heard["global:failed"].includes("processed-badly") || !heard.failed.includes("processed-badly")) await wait(20);
  await wait(500);

  const told = (event) => `${event}: ${heard[event].join(" ")}`;
  console.log(`${told("completed")}, ${told("global:completed")}`);
  console.log(`${told("failed")}, ${told("global:failed")}`);
  const asStated =
    told("completed") === "completed: processed" &&
    told("global:completed") === "global:completed: taken processed" &&
    told("failed") === "failed: processed-badly" &&
    told("global:failed") === "global:failed: taken-badly processed-badly";
  process.exit(asStated ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs "$port" || {
  echo "CHANGED: other listeners heard of the jobs. The output above shows which." >&2
  exit 1
}
echo "As stated: only the global listeners heard of the jobs that were taken by hand."
