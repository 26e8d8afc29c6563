#!/usr/bin/env bash
# Tool: @bull-board/api and @bull-board/express 9.10.1 over bull 4.16.5 with redis-server 7.0.15.
# Behavior: a job that has one attempt, and failed in it, has two attempts on the board. A job that no worker has taken has
#   one. Bull itself counts one and none.
# Cause: the adapter for Bull adds one to `attemptsMade`, as if the job were running, in whatever state the job is. The
#   board's page shows each count above one, as "attempt #2".
# Seen on 2026-11-29:
#   waiting: runs 0, Bull 0, board 1
#   failed: runs 1, Bull 1, board 2
# Why it matters: somebody looks at the board after an order failed, reads "attempt #2" of a job that may run once alone,
#   and takes the order for one that was sent to the printer twice.
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
timeout 90 npm install --no-audit --no-fund --ignore-scripts \
  bull@4.16.5 @bull-board/api@9.10.1 @bull-board/express@9.10.1 express@4.22.3

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' >redis.log &
redis=$!
for _ in $(seq 100); do (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

cat >try.cjs <<'JS'
const { once } = require("node:events");
const express = require("express");
const Bull = require("bull");
const { createBullBoard } = require("@bull-board/api");
const { BullAdapter } = require("@bull-board/api/bullAdapter");
const { ExpressAdapter } = require("@bull-board/express");

async function main() {
  const queue = new Bull("print", { redis: { port: Number(process.argv[2]) } });
  const serverAdapter = new ExpressAdapter();
  createBullBoard({ queues: [new BullAdapter(queue)], serverAdapter });
  const server = express().use(serverAdapter.getRouter()).listen(0, "127.0.0.1");
  await once(server, "listening");

  let runs = 0;
  const counts = [];
  const count = async (status, [job]) => {
    const url = `http://127.0.0.1:${server.address().port}/api/queues?activeQueue=print&status=${status}`;
    const { queues } = await (await fetch(url)).json();
    counts.push([runs, job.attemptsMade, queues[0].jobs[0].attempts].join());
    console.log(`${status}: runs ${runs}, Bull ${job.attemptsMade}, board ${queues[0].jobs[0].attempts}`);
  };

  await queue.add({ order: "1001" }, { attempts: 1 });
  await count("waiting", await queue.getWaiting());
  queue.process(async () => {
    runs += 1;
    throw new Error("the printer is away");
  });
  for (let n = 0; n < 100 && (await queue.getFailedCount()) === 0; n += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  await count("failed", await queue.getFailed());
  process.exit(counts.join(" ") === "0,0,1 1,1,2" ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs "$port" || {
  echo "CHANGED: the board counts otherwise. The output above shows how." >&2
  exit 1
}
echo "As stated: the board shows one attempt more than there was."
