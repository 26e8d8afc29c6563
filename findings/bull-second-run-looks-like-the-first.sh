#!/usr/bin/env bash
# Tool: bull 4.16.5 with redis-server 7.0.15.
# Behavior: a handler blocks the event loop for longer than `lockDuration`, and a second worker runs the job again,
#   though `attempts` is 1. The second handler gets the very same job: `attemptsMade` is 0 in both runs, and only the
#   time of the start differs. The first worker's handler ends well. Bull emits neither "completed" nor "failed" for
#   that run, and the finished job counts one attempt.
# Known from Bull's readme: a job whose worker loses the lock may run twice. New is that the handler cannot notice.
# Seen on 2026-11-28:
#   worker A starts, attemptsMade 0
#   worker B starts, attemptsMade 0
#   worker B reaches the end of its handler
#   worker B emits completed
#   worker A reaches the end of its handler
#   same job in both runs: true
#   the finished job says attemptsMade 1 and completed
# Why it matters: a check "send only where attemptsMade is 0" looks like a guard against printing an order twice. The
#   check passes in both runs, and the queue shows one clean attempt afterwards.
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

cat >worker.cjs <<'JS'
const Bull = require("bull");
const [name, port, blocksMs] = process.argv.slice(2);
const settings = { lockDuration: 1_000, stalledInterval: 500 };
const queue = new Bull("print", { redis: { port: Number(port) }, settings });
const tell = (what, job) => process.send({ name, what, job });

for (const event of ["completed", "failed"]) queue.on(event, () => tell(`emits ${event}`));
queue.on("error", () => undefined);
queue.process(async (job) => {
  tell(`starts, attemptsMade ${job.attemptsMade}`, job.toJSON());
  await new Promise((resolve) => setTimeout(resolve, 100));
  // Stands for synchronous work, such as composing a large print file.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(blocksMs));
  tell("reaches the end of its handler");
});
JS
cat >try.cjs <<'JS'
const { fork } = require("child_process");
const Bull = require("bull");
const port = process.argv[2];
const told = [];
const start = (name, blocksMs) =>
  fork("worker.cjs", [name, port, blocksMs]).on("message", (message) => {
    told.push(message);
    console.log(`worker ${message.name} ${message.what}`);
  });
const until = async (done) => {
  for (let n = 0; n < 200 && !done(); n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
};

async function main() {
  const queue = new Bull("print", { redis: { port: Number(port) } });
  const { id } = await queue.add({ order: "#1001" }, { attempts: 1 });
  const a = start("A", 5_000);
  await until(() => told.length > 0);
  const b = start("B", 0);
  await until(() => told.some(({ what }) => what.startsWith("emits")));
  // Worker A comes back to its event loop, and says what it has to say.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  for (const worker of [a, b]) worker.kill();

  const [first, second] = told.filter(({ job }) => job).map(({ job }) => JSON.stringify({ ...job, processedOn: null }));
  const events = told.filter(({ what }) => what.startsWith("emits")).map(({ name, what }) => `${name} ${what}`);
  const job = await queue.getJob(id);
  const state = await job.getState();
  console.log(`same job in both runs: ${first === second}`);
  console.log(`the finished job says attemptsMade ${job.attemptsMade} and ${state}`);
  const ends = told.filter(({ what }) => what.startsWith("reaches")).length;
  const isOneAttempt = job.attemptsMade === 1 && state === "completed" && events.join() === "B emits completed";
  process.exit(ends === 2 && first === second && isOneAttempt ? 0 : 1);
}
main();
JS
timeout 60 node try.cjs "$port" || {
  echo "CHANGED: the second run can be told from the first. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the job ran twice, and nothing that a handler sees says so."
