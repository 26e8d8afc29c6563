#!/usr/bin/env bash
# Tool: @electric-sql/pglite 0.5.14.
# Behavior: a Date is stored in a column of type timestamp, the one without a time zone. PGlite stores the time in UTC, and
#   reads it as a time in the time zone of the process. Outside of UTC, the Date that comes back is hours away from the one
#   that was stored. A query for the stored instant still finds the row. With a Date that was read and is stored again,
#   the time moves by these hours each time.
# Cause: a Date is written by `toISOString()`, whose zone PostgreSQL drops for this type, and read by `new Date(text)`. The
#   package's page says nothing of it. pg writes and reads the local time, and so returns what it was given. With
#   timestamptz, PGlite does so as well.
# Seen on 2026-12-01, with TZ=America/New_York:
#   stored: 2026-12-24T09:00:00.000Z
#   timestamptz: read 2026-12-24T09:00:00.000Z
#   timestamp: read 2026-12-24T14:00:00.000Z, read again after it was stored again 2026-12-24T19:00:00.000Z
#   orders found by the stored instant: 1
# Why it matters: timestamp is what Prisma makes of a DateTime by default. The cut-off of an order is shown five hours
#   late, and each process that writes back what it has read moves it further.
set -euo pipefail

dir=$(mktemp -d)
trap 'cd /; rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
timeout 110 npm install --no-audit --no-fund --ignore-scripts --loglevel=error @electric-sql/pglite@0.5.14 || exit 1

cat >try.mjs <<'JS'
import { PGlite } from "@electric-sql/pglite";

const database = new PGlite();
await database.exec("CREATE TABLE orders (id int PRIMARY KEY, zoned timestamptz, plain timestamp)");
const at = new Date("2026-12-24T09:00:00Z");
await database.query("INSERT INTO orders VALUES (1001, $1, $2)", [at, at]);
const read = async () => (await database.query("SELECT zoned, plain FROM orders")).rows[0];

const first = await read();
const found = (await database.query("SELECT 1 FROM orders WHERE plain = $1", [at])).rows.length;
await database.query("UPDATE orders SET zoned = $1, plain = $2", [first.zoned, first.plain]);
const second = await read();

console.log(`stored: ${at.toISOString()}`);
console.log(`timestamptz: read ${first.zoned.toISOString()}`);
const again = `read again after it was stored again ${second.plain.toISOString()}`;
console.log(`timestamp: read ${first.plain.toISOString()}, ${again}`);
console.log(`orders found by the stored instant: ${found}`);
const hours = (date) => (date - at) / 3_600_000;
const moves = hours(first.plain) === 5 && hours(second.plain) === 10;
process.exit(moves && hours(second.zoned) === 0 && found === 1 ? 0 : 1);
JS
TZ=America/New_York timeout 60 node try.mjs || {
  echo "CHANGED: a timestamp is read as it was stored. The output above shows what happened." >&2
  exit 1
}
echo "As stated: a timestamp was read as another instant than was stored."
