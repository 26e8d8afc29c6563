#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: `findUnique` by a UUID in upper case finds the order. Two such calls that are made at the same moment, as
#   `Promise.all` makes them, both resolve with null. `findUniqueOrThrow` says then that no such order exists. It is the
#   same for a column of fixed length, whose values PostgreSQL pads with blanks.
# Cause: Prisma joins calls of the same moment to one query and assigns its rows to the calls by comparing the text of the
#   keys. PostgreSQL has found the rows, and writes the UUID in lower case. The documentation has the joining as an
#   optimization, and names no change of the result.
# Seen on 2026-12-01:
#   one by one: #1001, #1002
#   at the same moment: null, null
#   at the same moment, ids in lower case: #1001, #1002
# Why it matters: other systems write UUIDs in upper case, as .NET, Windows and iOS do. An app that looks an order up
#   before it creates one finds nothing as soon as two events come in together, and creates and prints the order again.
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
  id   String @id @db.Uuid
  name String
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

const IDS = ["0190A1B2-0000-7000-8000-00000000ABCD", "0190A1B2-0000-7000-8000-00000000ABCE"];

const connectionString = process.env.DATABASE_URL;
const database = new pg.Client({ connectionString });
await database.connect();
await database.query('CREATE TABLE "Order" (id uuid PRIMARY KEY, name text NOT NULL)');
await database.query(`INSERT INTO "Order" VALUES ($1, '#1001'), ($2, '#1002')`, IDS);

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
const find = async (id) => (await prisma.order.findUnique({ where: { id } }))?.name ?? "null";

const alone = `${await find(IDS[0])}, ${await find(IDS[1])}`;
console.log(`one by one: ${alone}`);
const together = (await Promise.all(IDS.map(find))).join(", ");
console.log(`at the same moment: ${together}`);
const lower = (await Promise.all(IDS.map((id) => find(id.toLowerCase())))).join(", ");
console.log(`at the same moment, ids in lower case: ${lower}`);
process.exit(alone === "#1001, #1002" && together === "null, null" && lower === alone ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: the orders are found at the same moment as well. The output above shows what happened." >&2
  exit 1
}
echo "As stated: two orders were found one by one, and neither at the same moment."
