#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: an interactive transaction runs a nested write and a check beside each other (`Promise.all`), and the check
#   fails in the middle of the write. Prisma sends ROLLBACK, gives the connection back to the pool, and `$transaction`
#   rejects with the error of the check. The nested write continues on that connection, and each of its remaining
#   statements commits by itself.
# Seen on 2026-11-28:
#   $transaction rejects: over the limit
#   lines stored after the rollback: line1, line2 (of line1, line2, line3)
# Why it matters: the app reports that the order was not changed, while two of its three lines are stored. A worker
#   that looks for stored lines prints these two.
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
  id    String @id
  lines Line[]
}
model Artwork {
  id    String @id
  lines Line[]
}
model Line {
  id        String  @id
  orderId   String
  order     Order   @relation(fields: [orderId], references: [id])
  artworkId String
  artwork   Artwork @relation(fields: [artworkId], references: [id])
}
PRISMA
# Any existing file keeps Prisma from downloading an engine that `generate` does not use.
export PRISMA_SCHEMA_ENGINE_BINARY="$dir/package.json" CHECKPOINT_DISABLE=1
timeout 60 npx --no-install prisma generate --schema schema.prisma >generate.log 2>&1 ||
  { cat generate.log >&2; exit 1; }

cat >try.mjs <<'JS'
import { setTimeout as wait } from "node:timers/promises";
import { PrismaPg } from "@prisma/adapter-pg";
import { PrismaClient } from "@prisma/client";
import pg from "pg";

const connectionString = process.env.DATABASE_URL;
const database = new pg.Client({ connectionString });
await database.connect();
await database.query(`
  CREATE TABLE "Order" (id text PRIMARY KEY);
  CREATE TABLE "Artwork" (id text PRIMARY KEY);
  CREATE TABLE "Line" (id text PRIMARY KEY, "orderId" text REFERENCES "Order", "artworkId" text REFERENCES "Artwork");
  INSERT INTO "Order" VALUES ('1001');`);

const adapter = new PrismaPg({ connectionString });
const prisma = new PrismaClient({ adapter, log: [{ emit: "event", level: "query" }] });
// Stands for a check that takes as long as the first line: it fails once that is written.
const check = new Promise((_, reject) => {
  prisma.$on("query", ({ query }) => {
    if (query.startsWith('INSERT INTO "public"."Line"')) reject(new Error("over the limit"));
  });
});
const lines = ["1", "2", "3"].map((n) => ({ id: `line${n}`, artwork: { create: { id: `artwork${n}` } } }));
const write = (tx) => tx.order.update({ where: { id: "1001" }, data: { lines: { create: lines } } });

const end = await prisma.$transaction((tx) => Promise.all([check, write(tx)])).catch(({ message }) => message);
console.log(`$transaction rejects: ${end}`);
await wait(1_000);
const { rows } = await database.query('SELECT id FROM "Line" ORDER BY id');
const stored = rows.map(({ id }) => id).join(", ") || "none";
console.log(`lines stored after the rollback: ${stored} (of line1, line2, line3)`);
process.exit(end === "over the limit" && rows.length > 0 ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: nothing was written after the rollback. The output above shows what happened." >&2
  exit 1
}
echo "As stated: rows of a transaction that was rolled back are stored."
