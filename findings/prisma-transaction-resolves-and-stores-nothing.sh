#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: code in an interactive transaction catches the error of one statement, such as P2002 for a row that exists,
#   and returns. `$transaction` resolves with what the code returned. Nothing of the transaction is stored.
# Cause: PostgreSQL answers COMMIT after a failed statement with ROLLBACK, which is no error in its protocol. Prisma
#   does not read that answer.
# Seen on 2026-11-28:
#   caught P2002
#   $transaction resolves: stored order 1002
#   orders in the database: 1001
# Why it matters: a webhook often finds a row that is there already, since Shopify delivers twice. The app answers 200
#   to an order that it did not store. Shopify does not send the order again, and the order is never printed.
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
  id String @id
}

model Customer {
  id String @id
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
await database.query('CREATE TABLE "Order" (id text PRIMARY KEY); CREATE TABLE "Customer" (id text PRIMARY KEY)');

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
const receive = (order, customer) =>
  prisma.$transaction(async (tx) => {
    await tx.order.create({ data: { id: order } });
    await tx.customer.create({ data: { id: customer } }).catch(({ code }) => console.log(`caught ${code}`));
    return `stored order ${order}`;
  });

await receive("1001", "7");
const end = await receive("1002", "7").then((text) => `resolves: ${text}`, ({ message }) => `rejects: ${message}`);
console.log(`$transaction ${end}`);
const { rows } = await database.query('SELECT id FROM "Order" ORDER BY id');
const orders = rows.map(({ id }) => id).join(", ");
console.log(`orders in the database: ${orders}`);
process.exit(end === "resolves: stored order 1002" && orders === "1001" ? 0 : 1);
JS
timeout 40 node try.mjs || {
  echo "CHANGED: the transaction rejects, or its rows are stored. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the transaction resolved, and stored nothing."
