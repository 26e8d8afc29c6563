#!/usr/bin/env bash
# Tool: bull 4.16.5 with ioredis 5.11.1 and redis-server 7.0.15.
# Behavior: a Redis user that may use all keys and commands, but no channels, makes `queue.add` reject. The job is in
#   the queue nevertheless. A caller that tries again adds the job again. All copies run once the user gets channels.
# Cause: Bull adds a job by a Lua script whose last step is PUBLISH. Redis undoes no step of a script that fails. A new
#   user of Redis 7 has no channels unless the operator names some.
# Seen on 2026-11-28:
#   add rejected: ERR The user executing the script can't publish to the channel mentioned in the command
#   add rejected: ERR The user executing the script can't publish to the channel mentioned in the command
#   waiting jobs: 2, runs after the user got channels: 2
# Why it matters: an app that answers a webhook with 500 after a failed `add` gets the webhook again. One order is in
#   the queue once for each delivery, and each job sends the order to the printer.
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
timeout 90 npm install --no-audit --no-fund --ignore-scripts bull@4.16.5 ioredis@5.11.1

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' >redis.log &
redis=$!
for _ in $(seq 100); do (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null && break; sleep 0.1; done

cat >try.cjs <<'JS'
const Bull = require("bull");
const Redis = require("ioredis");
const port = Number(process.argv[2]);
const short = (error) => error.message.replace(/ script: .*/s, "");

async function main() {
  const admin = new Redis(port);
  await admin.call("ACL", "SETUSER", "app", "on", ">password", "~*", "+@all");

  const queue = new Bull("print", { redis: { port, username: "app", password: "password" } });
  let rejected = 0;
  for (const delivery of [1, 2]) {
    await queue.add({ order: "#1001", delivery }).catch((error) => {
      rejected += 1;
      console.log(`add rejected: ${short(error)}`);
    });
  }
  const waiting = await queue.getWaitingCount();
  await queue.close();

  await admin.call("ACL", "SETUSER", "app", "&*");
  const worker = new Bull("print", { redis: { port, username: "app", password: "password" } });
  let runs = 0;
  worker.process(async () => void (runs += 1));
  for (let n = 0; n < 50 && runs < 2; n += 1) await new Promise((resolve) => setTimeout(resolve, 100));
  console.log(`waiting jobs: ${waiting}, runs after the user got channels: ${runs}`);
  process.exit(rejected === 2 && waiting === 2 && runs === 2 ? 0 : 1);
}
main();
JS
timeout 40 node try.cjs "$port" || {
  echo "CHANGED: a rejected add no longer adds the job. The output above shows what happened." >&2
  exit 1
}
echo "As stated: each rejected add added a job."
