#!/usr/bin/env bash
# Tool: bull 4.16.5 with redis-server 7.0.15.
# Behavior: a queue with a rate limit and `bounceBack: true` runs the jobs that the limit allows. Each job that a worker
#   takes beyond the limit is removed from the list of active jobs and added to no other list. The queue counts it in no
#   state, and nobody runs it. Its data stays in Redis. No event or error reports that. Without `bounceBack`, all jobs run.
# Cause: the script that takes a job does not put it back. Bull's reference says of `bounceBack` that such jobs stay in the
#   waiting queue.
# Seen on 2026-12-01, of five jobs and a limit of one in half a second, ten seconds later:
#   bounceBack false: ran 5, waiting 0, delayed 0, failed 0, without a state 0
#   bounceBack true: ran 1, waiting 0, delayed 0, failed 0, without a state 4
# Why it matters: the limit is there for a print service that takes so many orders a second. The orders of a busy minute
#   are neither waiting nor failed, and are never printed. A dashboard shows an empty queue.
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

const redis = { port: Number(process.argv[2]) };
const rest = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

async function runFive(bounceBack) {
  const queue = new Bull(`print-${bounceBack}`, { redis, limiter: { max: 1, duration: 500, bounceBack } });
  let told = 0;
  for (const event of ["error", "failed", "removed", "stalled"]) queue.on(event, () => (told += 1));
  for (let order = 1001; order <= 1005; order += 1) await queue.add({ order });

  let ran = 0;
  queue.process(async () => void (ran += 1));
  for (let n = 0; n < 20 && ran < 5; n += 1) await rest(500);

  const { waiting, delayed, failed } = await queue.getJobCounts();
  const jobs = await Promise.all(["1", "2", "3", "4", "5"].map((id) => queue.getJob(id)));
  const states = await Promise.all(jobs.filter((job) => job !== null).map((job) => job.getState()));
  // Bull calls a job "stuck" that it finds in none of its lists.
  const lost = states.filter((state) => state === "stuck").length;
  console.log(
    `bounceBack ${bounceBack}: ran ${ran}, waiting ${waiting}, delayed ${delayed}, failed ${failed}, without a state ${lost}`,
  );
  return { ran, listed: waiting + delayed + failed, lost, told };
}

async function main() {
  const [plain, bounced] = [await runFive(false), await runFive(true)];
  process.exit(plain.ran === 5 && bounced.ran < 5 && bounced.listed === 0 && bounced.lost > 0 && !bounced.told ? 0 : 1);
}
main();
JS
timeout 60 node try.cjs "$port" || {
  echo "CHANGED: a job beyond the limit waits, or is reported. The output above shows what happened." >&2
  exit 1
}
echo "As stated: with bounceBack, the jobs beyond the limit were lost."
