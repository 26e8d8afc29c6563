#!/usr/bin/env bash
# Tool: dayjs 1.11.23 with its plugins utc and timezone.
# Behavior: a day is added to noon in New York, over the night in which the clocks go back. The result says noon, with the
#   offset of the day before, and so is eleven o'clock in New York. In a process whose own time zone is New York, the same
#   call gives noon, and `format()` still names the wrong offset. A month later, or an hour that is set, does the same.
# Cause: the object holds the offset that it was made with, and `add` changes the local fields only. The documentation
#   says that `tz` makes an object in a time zone, and nothing of an offset that stays.
# Seen on 2026-12-01, a day after 2026-10-31 12:00 in New York:
#   TZ=UTC: 2026-11-01T12:00:00-04:00, instant 2026-11-01T16:00:00.000Z, in New York 11:00
#   TZ=America/New_York: 2026-11-01T12:00:00-04:00, instant 2026-11-01T17:00:00.000Z, in New York 12:00
# Why it matters: a server in UTC sends an order to print an hour before the merchant's time for changes has ended, and
#   one in the merchant's time zone does not. The page shows noon in both.
set -euo pipefail

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"

npm init -y >/dev/null
timeout 90 npm install --no-audit --no-fund --ignore-scripts dayjs@1.11.23 || exit 1

cat >try.cjs <<'JS'
const dayjs = require("dayjs");
dayjs.extend(require("dayjs/plugin/utc"));
dayjs.extend(require("dayjs/plugin/timezone"));

const timeZone = "America/New_York";
const next = dayjs.tz("2026-10-31 12:00", timeZone).add(1, "day");
const clock = next.toDate().toLocaleTimeString("sv-SE", { timeZone, timeStyle: "short" });
console.log(`TZ=${process.env.TZ}: ${next.format()}, instant ${next.toISOString()}, in New York ${clock}`);
process.exit(clock === process.argv[2] && next.format() === "2026-11-01T12:00:00-04:00" ? 0 : 1);
JS
{ TZ=UTC timeout 20 node try.cjs 11:00 && TZ=America/New_York timeout 20 node try.cjs 12:00; } || {
  echo "CHANGED: the added day has the offset of its own date. The output above shows what happened." >&2
  exit 1
}
echo "As stated: noon plus a day was not noon."
