#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: two workers take an order with `updateManyAndReturn` where its state is "due", with `limit: 1`. Both get the
#   same order. Without the limit, the second worker waits for the first one, sees that the order is due no more, and gets
#   nothing.
# Cause: with a limit, the condition stands only in a subquery that locks nothing. PostgreSQL looks again at the outer
#   condition when it has waited for a row, and that is only the row's id. Prisma's documentation says of the limit that
#   it limits how many records are updated, and of `updateMany` that it is fit for optimistic concurrency control.
# Seen on 2026-12-01:
#   without a limit: worker 1 gets 1001, worker 2 gets nothing
#   with limit 1: worker 1 gets 1001, worker 2 gets 1001
# Why it matters: the call reads like the one safe way to claim the next order. Each worker that asks while another one
#   has just claimed sends the same order to print.
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
const take = async (db, limit) => {
  const orders = await db.order.updateManyAndReturn({ where: { state: "due" }, data: { state: "sending" }, ...limit });
  return orders.map(({ id }) => id).join(", ") || "nothing";
};

/** Until a statement waits for a row that another transaction has changed. */
async function untilOneWaits() {
  for (let n = 0; n < 200; n += 1) {
    const { rowCount } = await database.query("SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'");
    if (rowCount > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error("The second worker does not wait for the first one.");
}

async function twoWorkers(words, limit) {
  await database.query(`DELETE FROM "Order"`);
  await database.query(`INSERT INTO "Order" VALUES ('1001', 'due')`);
  let second;
  const first = await prisma.$transaction(
    async (tx) => {
      const order = await take(tx, limit);
      second = take(prisma, limit);
      await untilOneWaits();
      return order;
    },
    { timeout: 15_000 },
  );
  console.log(`${words}: worker 1 gets ${first}, worker 2 gets ${await second}`);
  return [first, await second];
}

const without = await twoWorkers("without a limit", {});
const limited = await twoWorkers("with limit 1", { limit: 1 });
process.exit(without[1] === "nothing" && limited[0] === "1001" && limited[1] === "1001" ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: an order is given to one worker alone. The output above shows what happened." >&2
  exit 1
}
echo "As stated: with a limit, both workers got the same order."
