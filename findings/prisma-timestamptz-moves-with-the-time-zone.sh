#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: the database's time zone is America/New_York, and a column is `timestamptz`. Prisma sends an instant as UTC
#   without its offset, and PostgreSQL reads it as New York's time: noon UTC is stored as 17:00 UTC. Prisma cuts the
#   offset off what it reads, too. So Prisma shows noon again, and a test through Prisma alone passes.
# Seen on 2026-11-28:
#   Prisma wrote 2026-11-28T12:00:00.000Z and reads 2026-11-28T12:00:00.000Z
#   PostgreSQL holds 2026-11-28 17:00:00 UTC
#   due at noon by SQL: false
# Why it matters: a worker that looks for due orders by SQL and now() sends each order five hours late, or hours early
#   east of Greenwich, when the edit window of the customer is still open.
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
  prisma@7.10.0 @prisma/client@7.10.0 @prisma/adapter-pg@7.10.0 pg@8.23.1

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
  id    String   @id
  dueAt DateTime @db.Timestamptz(3)
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
await database.query('CREATE TABLE "Order" (id text PRIMARY KEY, "dueAt" timestamptz(3) NOT NULL)');
await database.query("ALTER DATABASE postgres SET timezone = 'America/New_York'");

const noon = new Date("2026-11-28T12:00:00.000Z");
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
await prisma.order.create({ data: { id: "1001", dueAt: noon } });
const { dueAt } = await prisma.order.findUniqueOrThrow({ where: { id: "1001" } });
console.log(`Prisma wrote ${noon.toISOString()} and reads ${dueAt.toISOString()}`);

const { rows } = await database.query(
  `SELECT to_char("dueAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS') AS held,
          "dueAt" <= timestamptz '2026-11-28 12:00:00+00' AS due FROM "Order"`,
);
console.log(`PostgreSQL holds ${rows[0].held} UTC`);
console.log(`due at noon by SQL: ${rows[0].due}`);
process.exit(dueAt.getTime() === noon.getTime() && rows[0].held.endsWith("17:00:00") && !rows[0].due ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: Prisma stores the instant that it was given. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the stored instant is five hours late, and Prisma does not show it."
