#!/usr/bin/env bash
# Tool: pg 8.23.1 (pg-types 2.2.0) with PostgreSQL 15.18.
# Behavior: a column of type numeric is read as text with all its digits. The same values in an array, as array_agg makes
#   one, are read as JavaScript numbers: they lose the digits beyond the sixteenth, and zeros at the end. Arrays of
#   bigint keep all digits. The documentation says that types without a parser are text, and does not name arrays.
# Seen on 2026-12-01:
#   numeric: 9400111899223100001234 and 19.90
#   array_agg of the same: 9.4001118992231e+21 and 19.9
#   bigint: 9007199254740993, array_agg: 9007199254740993
# Why it matters: numeric is the type for prices, and for carriers' and services' numbers that are too long for bigint. A
#   query that gathers the parcels of an order gives a number that names no parcel, or another one, and so the customer
#   gets a link to a parcel that is not theirs. A price of 19.90 is shown as 19.9.
set -euo pipefail

bin=$(dirname "$(command -v initdb || ls /usr/lib/postgresql/*/bin/initdb 2>/dev/null | tail -n 1)")
[ -x "$bin/initdb" ] || { echo "PostgreSQL is missing (Debian: apt-get install postgresql)." >&2; exit 2; }

dir=$(mktemp -d)
# PostgreSQL refuses root: a root user runs it as the user postgres.
as_user() { if [ "$(id -u)" = 0 ]; then setpriv --reuid=postgres --regid=postgres --clear-groups "$@"; else "$@"; fi; }
cleanup() {
  cd /
  as_user "$bin/pg_ctl" stop -D "$dir/pg/data" -m immediate >/dev/null 2>&1 || true
  rm -rf "$dir"
}
trap cleanup EXIT
chmod 755 "$dir"
cd "$dir"
mkdir pg
if [ "$(id -u)" = 0 ]; then chown postgres pg; fi

npm init -y >/dev/null
timeout 110 npm install --no-audit --no-fund --ignore-scripts --loglevel=error pg@8.23.1 || exit 1

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
as_user "$bin/initdb" -D pg/data -U postgres -A trust --no-sync >/dev/null
as_user "$bin/pg_ctl" start -D pg/data -w -t 30 -l pg/log \
  -o "-p $port -k $dir/pg -c listen_addresses=127.0.0.1 -c fsync=off" >/dev/null
export DATABASE_URL="postgresql://postgres@127.0.0.1:$port/postgres"

cat >try.mjs <<'JS'
import pg from "pg";

const database = new pg.Client({ connectionString: process.env.DATABASE_URL });
await database.connect();
const PARCELS = `(VALUES (9400111899223100001234::numeric, 19.90::numeric, 9007199254740993::bigint)) AS parcel (code, price, id)`;
const { rows: [one] } = await database.query(`SELECT code, price, id FROM ${PARCELS}`);
const { rows: [many] } = await database.query(
  `SELECT array_agg(code) AS codes, array_agg(price) AS prices, array_agg(id) AS ids FROM ${PARCELS}`,
);

console.log(`numeric: ${one.code} and ${one.price}`);
console.log(`array_agg of the same: ${many.codes[0]} and ${many.prices[0]}`);
console.log(`bigint: ${one.id}, array_agg: ${many.ids[0]}`);
const isExact = one.code === "9400111899223100001234" && one.price === "19.90" && many.ids[0] === one.id;
const isRounded = typeof many.codes[0] === "number" && typeof many.prices[0] === "number";
await database.end();
process.exit(isExact && isRounded ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: numeric values are read alike inside and outside of an array. The output above shows what happened." >&2
  exit 1
}
echo "As stated: numeric values lost digits in an array."
