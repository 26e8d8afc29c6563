#!/usr/bin/env bash
# Tool: cron-parser 4.9.0, which Bull 4.16.5 uses for a repeated job's `cron` and `tz`.
# Behavior: a job is to run daily at midnight, in a time zone whose clocks go forward at midnight, as in Egypt, Lebanon,
#   Chile, Cuba and the Azores. On that day it does not run at all: the next run after the one of the day before is that
#   of the day after, 47 hours later. In New York, where the clocks go forward at two, a job at half past two runs an hour
#   later, and no day is left out.
# Cause: the search for the next day meets a midnight that does not exist, and goes on to the next. The package's page says
#   that it supports transitions to daylight saving time. Bull's reference says nothing of them.
# Seen on 2026-12-01:
#   Africa/Cairo, 0 0 * * *: 2027-04-29 00:00, 2027-05-01 00:00, 2027-05-02 00:00
#   America/Santiago, 0 0 * * *: 2027-09-04 00:00, 2027-09-06 00:00, 2027-09-07 00:00
#   America/New_York, 30 2 * * *: 2027-03-13 02:30, 2027-03-14 03:30, 2027-03-15 02:30
# Why it matters: the orders of a day are gathered at the merchant's midnight and sent to print. Once a year they are sent
#   a day late, or never, where the run takes those of the last day only.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts cron-parser@4.9.0 || exit 1

cat >try.cjs <<'JS'
const { parseExpression } = require("cron-parser");

function runsAfter(noon, tz, cron) {
  const schedule = parseExpression(cron, { tz, currentDate: new Date(noon) });
  const runs = Array.from({ length: 3 }, () => schedule.next().toDate());
  const words = runs.map((run) => run.toLocaleString("sv-SE", { timeZone: tz, dateStyle: "short", timeStyle: "short" }));
  console.log(`${tz}, ${cron}: ${words.join(", ")}`);
  return words.map((text) => text.slice(0, 10)).join();
}

const cairo = runsAfter("2027-04-28T12:00:00Z", "Africa/Cairo", "0 0 * * *");
const santiago = runsAfter("2027-09-03T12:00:00Z", "America/Santiago", "0 0 * * *");
const newYork = runsAfter("2027-03-12T12:00:00Z", "America/New_York", "30 2 * * *");
const skips = cairo === "2027-04-29,2027-05-01,2027-05-02" && santiago === "2027-09-04,2027-09-06,2027-09-07";
process.exit(skips && newYork === "2027-03-13,2027-03-14,2027-03-15" ? 0 : 1);
JS
timeout 40 node try.cjs || {
  echo "CHANGED: the job runs on the day without a midnight. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the day whose midnight is skipped has no run."
