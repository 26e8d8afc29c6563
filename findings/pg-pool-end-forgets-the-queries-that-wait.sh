#!/usr/bin/env bash
# Tool: pg 8.23.1 (pg-pool 3.14.0) with PostgreSQL 15.18.
# Behavior: `pool.end()` is called while queries wait for a connection, as at each shutdown under load. It waits for the
#   connections that are in use, and resolves. A query that waited for one of them is never run, and its promise
#   neither resolves nor rejects. A query that is asked for after `end` rejects at once. The documentation says that
#   `end` drains the pool, and nothing of queries that wait. With `connectionTimeoutMillis`, which is off by default, such
#   a query rejects after that time.
# Cause: once the pool is ending, it takes nothing more from its queue, and does not answer those in it.
# Seen on 2026-12-01:
#   the query that ran: resolves
#   pool.end(): resolves, queries that wait: 1
#   asked for after the end: rejects: Cannot use a pool after calling end on the pool
#   the query that waited: neither resolves nor rejects
#   orders in the database: 1001
# Why it matters: at a deploy, a process stores an order that it has received, and ends its pool. The code that awaits the
#   query never continues: no error, no log, no repeat. A process with nothing else to do exits with success, and the
#   order is lost.
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

const connectionString = process.env.DATABASE_URL;
const database = new pg.Client({ connectionString });
await database.connect();
await database.query("CREATE TABLE orders (id text PRIMARY KEY)");

const pool = new pg.Pool({ connectionString, max: 1 });
const endOf = (promise) =>
  promise.then(
    () => "resolves",
    ({ message }) => `rejects: ${message}`,
  );
const insert = (id) => endOf(pool.query("INSERT INTO orders SELECT $1 FROM pg_sleep(1)", [id]));

const ran = insert("1001");
const waited = insert("1002");
const end = endOf(pool.end());
const late = await insert("1003");

console.log(`the query that ran: ${await ran}`);
console.log(`pool.end(): ${await end}, queries that wait: ${pool.waitingCount}`);
console.log(`asked for after the end: ${late}`);
// The pool has no connection any more, so that nothing can still be under way.
const rest = new Promise((resolve) => setTimeout(resolve, 3_000, "neither resolves nor rejects"));
const endOfWaited = await Promise.race([waited, rest]);
console.log(`the query that waited: ${endOfWaited}`);
const { rows } = await database.query("SELECT id FROM orders");
const orders = rows.map(({ id }) => id).join(", ");
console.log(`orders in the database: ${orders}`);
process.exit(endOfWaited === (await rest) && (await end) === "resolves" && orders === "1001" ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: a query that waits when the pool ends is run, or rejects. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the pool ended, and a query that waited for it got no answer."
