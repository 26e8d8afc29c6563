#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: `shop.update` with a nested `updateMany` sends the shop's orders whose state is "due". Another transaction
#   cancels one of them meanwhile. The nested write makes the cancelled order one that is being sent. `order.updateMany`
#   with the same condition leaves the cancelled order alone.
# Cause: the nested write is two statements. The first one reads the ids of the orders that match, and the second one
#   changes the rows with these ids, whatever they hold by then. A nested `deleteMany` is the same. The documentation
#   describes the condition of both calls alike, and says that nested writes are a transaction.
# Seen on 2026-12-01:
#   order.updateMany: the cancelled order is cancelled
#   shop.update with orders.updateMany: the cancelled order is sending
# Why it matters: a customer or a merchant cancels an order while a worker takes the shop's due orders. The cancellation
#   is stored and confirmed, then disappears without an error, and the order is printed.
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

model Shop {
  id     String  @id
  orders Order[]
}

model Order {
  id     String @id
  state  String
  shopId String
  shop   Shop   @relation(fields: [shopId], references: [id])
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
const [database, staff] = [new pg.Client({ connectionString }), new pg.Client({ connectionString })];
await Promise.all([database.connect(), staff.connect()]);
await database.query(`
  CREATE TABLE "Shop" (id text PRIMARY KEY);
  CREATE TABLE "Order" (id text PRIMARY KEY, state text NOT NULL, "shopId" text NOT NULL REFERENCES "Shop");
  INSERT INTO "Shop" VALUES ('7');
  INSERT INTO "Order" VALUES ('1001', 'due', '7')`);

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });

/** Until a statement waits for a row that another transaction has changed. */
async function untilOneWaits() {
  for (let n = 0; n < 200; n += 1) {
    const { rowCount } = await database.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    if (rowCount > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The write does not wait for the cancellation.");
}

async function cancelDuring(words, write) {
  await database.query(`UPDATE "Order" SET state = 'due'`);
  await staff.query(`BEGIN; UPDATE "Order" SET state = 'cancelled'`);
  const written = write().then((result) => result);
  await untilOneWaits();
  await staff.query("COMMIT");
  await written;
  const { rows } = await database.query('SELECT state FROM "Order"');
  console.log(`${words}: the cancelled order is ${rows[0].state}`);
  return rows[0].state;
}

const due = { where: { state: "due" }, data: { state: "sending" } };
const plain = await cancelDuring("order.updateMany", () => prisma.order.updateMany(due));
const nested = await cancelDuring("shop.update with orders.updateMany", () =>
  prisma.shop.update({ where: { id: "7" }, data: { orders: { updateMany: due } } }),
);
process.exit(plain === "cancelled" && nested === "sending" ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: the nested write keeps to its condition. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the nested write changed an order that no longer matched."
