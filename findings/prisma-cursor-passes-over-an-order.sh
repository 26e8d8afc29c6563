#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: a worker reads the orders whose state is "due" in pages of two, with the last order of a page as the cursor of
#   the next one, and `skip: 1`. It marks each order as sent. Each page then leaves out one order that was never on a page.
#   Where the worker deletes what it has done, the second page is empty, and looks like the end.
# Cause: `skip: 1` is a plain offset. Where the cursor's row no longer meets the condition, the offset takes the next row
#   that does. The row of a deleted cursor is NULL to the query, which then finds nothing. The documentation has
#   `skip: 1` with the words "Skip the cursor", and says nothing of a cursor that has changed or is gone.
# Seen on 2026-12-01:
#   marked as sent: 1001, 1002, 1004, 1005 of six, no error
#   deleted: 1001, 1002 of six, no error
# Why it matters: every third order of a backlog is not sent, and no error or log names it. With a deletion, all orders
#   but those of the first page wait.
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
timeout 110 npm install --no-audit --no-fund --ignore-scripts --loglevel=error \
  prisma@7.10.0 @prisma/client@7.10.0 @prisma/adapter-pg@7.10.0 pg@8.23.1 || exit 1

port=$(node -p 'const s = require("net").createServer().listen(0); const { port } = s.address(); s.close(); port')
as_user "$bin/initdb" -D pg/data -U postgres -A trust --no-sync >/dev/null
as_user "$bin/pg_ctl" start -D pg/data -w -t 30 -l pg/log \
  -o "-p $port -k $dir/pg -c listen_addresses=127.0.0.1 -c fsync=off" >/dev/null
export DATABASE_URL="postgresql://postgres@127.0.0.1:$port/postgres"

cat >schema.prisma <<'PRISMA'
generator client {
  provider = "prisma-client-js"
}

datasource db {
  provider = "postgresql"
}

model Order {
  id    String @id
  state String
}
PRISMA
# Any existing file keeps Prisma from downloading an engine that `generate` does not use.
export PRISMA_SCHEMA_ENGINE_BINARY="$dir/package.json" CHECKPOINT_DISABLE=1
timeout 60 npx --no-install prisma generate --schema schema.prisma >generate.log 2>&1 ||
  { cat generate.log >&2; exit 1; }

cat >try.mjs <<'JS'
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@prisma/client";
import pg from "pg";

const connectionString = process.env.DATABASE_URL;
const database = new pg.Client({ connectionString });
await database.connect();
await database.query('CREATE TABLE "Order" (id text PRIMARY KEY, state text NOT NULL)');
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });

/** The orders of all pages. `done` takes each page. */
async function readPages(done) {
  await database.query(`DELETE FROM "Order"`);
  await database.query(`INSERT INTO "Order" SELECT n::text, 'due' FROM generate_series(1001, 1006) n`);
  const seen = [];
  for (let last = null; ; ) {
    const page = await prisma.order.findMany({
      where: { state: "due" },
      orderBy: { id: "asc" },
      take: 2,
      ...(last && { cursor: { id: last }, skip: 1 }),
    });
    if (page.length === 0) return seen.join(", ");
    const ids = page.map(({ id }) => id);
    await done({ id: { in: ids } });
    seen.push(...ids);
    last = ids.at(-1);
  }
}

const marked = await readPages((where) => prisma.order.updateMany({ where, data: { state: "sent" } }));
console.log(`marked as sent: ${marked} of six, no error`);
const deleted = await readPages((where) => prisma.order.deleteMany({ where }));
console.log(`deleted: ${deleted} of six, no error`);
process.exit(marked === "1001, 1002, 1004, 1005" && deleted === "1001, 1002" ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: the pages have all orders, or an error. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the pages passed over orders in silence."
