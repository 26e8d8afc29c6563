#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: orders are read in pages, by the name of their customer, then by their id, with a cursor. Not every order has
#   a customer. Once the cursor is an order without one, all further pages are empty but for the orders of that kind.
#   Without pages, the same order of rows has them all. A column of the order itself that is NULL does no harm.
# Cause: the query compares with the cursor's customer. For NULL, Prisma adds a condition where the column is the order's
#   own, and none where it is a related row's. The documentation allows to sort by a relation, and names no limit.
# Seen on 2026-12-01, of eight orders, four of which have a customer:
#   by the customer's name, descending, without pages: 1002, 1004, 1006, 1008, 1007, 1005, 1003, 1001
#   in pages of three: 1002, 1004, 1006, 1008
#   by a column of the order, descending, in pages of three: 1002, 1004, 1006, 1008, 1007, 1005, 1003, 1001
# Why it matters: a list, an export or a worker ends early without an error. The rest of the orders is neither shown nor
#   printed.
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

model Customer {
  id     String  @id
  name   String
  orders Order[]
}

model Order {
  id         String    @id
  name       String?
  customerId String?
  customer   Customer? @relation(fields: [customerId], references: [id])
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
await database.query(`
  CREATE TABLE "Customer" (id text PRIMARY KEY, name text NOT NULL);
  CREATE TABLE "Order" (id text PRIMARY KEY, name text, "customerId" text REFERENCES "Customer");
  INSERT INTO "Customer" SELECT n::text, chr(96 + n) FROM generate_series(1, 8) n;
  INSERT INTO "Order" SELECT (1000 + n)::text, chr(96 + n), n FROM generate_series(1, 8, 2) n;
  INSERT INTO "Order" SELECT (1000 + n)::text, NULL, NULL FROM generate_series(2, 8, 2) n`);
const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });

const idsOf = (orders) => orders.map(({ id }) => id);

async function readPages(orderBy) {
  const seen = [];
  for (let last = null; ; last = seen.at(-1)) {
    const page = await prisma.order.findMany({ orderBy, take: 3, ...(last && { cursor: { id: last }, skip: 1 }) });
    if (page.length === 0) return seen.join(", ");
    seen.push(...idsOf(page));
  }
}

const byCustomer = [{ customer: { name: "desc" } }, { id: "asc" }];
const all = idsOf(await prisma.order.findMany({ orderBy: byCustomer })).join(", ");
console.log(`by the customer's name, descending, without pages: ${all}`);
const pages = await readPages(byCustomer);
console.log(`in pages of three: ${pages}`);
const own = await readPages([{ name: "desc" }, { id: "asc" }]);
console.log(`by a column of the order, descending, in pages of three: ${own}`);
process.exit(pages === "1002, 1004, 1006, 1008" && all.split(", ").length === 8 && own === all ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: the pages have all orders, or an error. The output above shows what happened." >&2
  exit 1
}
echo "As stated: the pages ended before half of the orders."
