#!/usr/bin/env bash
# Tool: ioredis 5.11.1 with redis-server 7.0.15.
# Behavior: with `commandTimeout`, a command that is given while Redis cannot be reached rejects after that time. Once
#   Redis is back, ioredis runs the command nevertheless, minutes later, and so each command that was repeated meanwhile.
# Cause: the command waits in the offline queue. The timer settles its promise, and does not take it from the queue. The
#   documentation says of the timeout that an error is thrown, and of the queue that its commands are run when they can
#   be, and not that a command which has failed is still among them.
# Seen on 2026-12-01, one order given three times, while Redis was away:
#   try 1: rejects: Command timed out
#   try 2: rejects: Command timed out
#   try 3: rejects: Command timed out
#   in Redis, after it is back: 1001, 1001, 1001
# Why it matters: a time limit is set so that a webhook is answered in time. Shopify repeats a webhook that was answered
#   with an error, and each repeat puts the order into the list of orders to print once more.
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
timeout 90 npm install --no-audit --no-fund --ignore-scripts ioredis@5.11.1 || exit 1

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')

cat >try.cjs <<'JS'
const Redis = require("ioredis");

const redis = new Redis({ port: Number(process.argv[2]), commandTimeout: 300, maxRetriesPerRequest: null });
redis.on("error", () => {});

async function main() {
  let rejected = 0;
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    const end = await redis.rpush("print", "1001").then(
      () => "resolves",
      ({ message }) => `rejects: ${message}`,
    );
    console.log(`try ${attempt}: ${end}`);
    if (end === "rejects: Command timed out") rejected += 1;
  }
  console.log("redis-server: start");
  await new Promise((resolve) => redis.once("ready", resolve));
  const orders = (await redis.lrange("print", 0, -1)).join(", ");
  console.log(`in Redis, after it is back: ${orders}`);
  process.exit(rejected === 3 && orders === "1001, 1001, 1001" ? 0 : 1);
}
main();
JS
mkfifo told
timeout 40 node try.cjs "$port" >told &
try=$!
while read -r line; do
  echo "$line"
  if [ "$line" = "redis-server: start" ]; then
    redis-server --port "$port" --bind 127.0.0.1 --dir "$dir" --save '' >redis.log &
    redis=$!
  fi
done <told
wait "$try" || {
  echo "CHANGED: a command that timed out is not run later. The output above shows what happened." >&2
  exit 1
}
echo "As stated: commands that had failed were run when Redis was back."
