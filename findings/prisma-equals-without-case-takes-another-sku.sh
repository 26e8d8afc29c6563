#!/usr/bin/env bash
# Tool: prisma, @prisma/client and @prisma/adapter-pg 7.10.0 with PostgreSQL 15.18.
# Behavior: `equals` with `mode: "insensitive"` is a pattern. An underscore in the value stands for any character, so that
#   "tee_black" equals "TEE-BLACK" and "TEE4BLACK", and `not` leaves them out. `in` with the same value and mode takes it
#   letter by letter. So does `equals` without the mode.
# Cause: Prisma writes ILIKE for `equals` and does not escape the value. For `in` it compares lower case. The documentation
#   has `mode` as case-insensitive filtering, and names no wildcards.
# Seen on 2026-12-01:
#   equals: TEE_BLACK
#   equals, insensitive: TEE-BLACK, TEE4BLACK, TEE_BLACK
#   in, insensitive: TEE_BLACK
# Why it matters: underscores and hyphens are in most SKUs. The lookup of an order's SKU, which staff write in whatever case,
#   finds another product first, and that one is printed.
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

model Product {
  sku String @id
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
  CREATE TABLE "Product" (sku text COLLATE "C" PRIMARY KEY);
  INSERT INTO "Product" VALUES ('TEE-BLACK'), ('TEE4BLACK'), ('TEE_BLACK')`);

const prisma = new PrismaClient({ adapter: new PrismaPg({ connectionString }) });
async function find(words, sku) {
  const products = await prisma.product.findMany({ where: { sku }, orderBy: { sku: "asc" } });
  const found = products.map((product) => product.sku).join(", ");
  console.log(`${words}: ${found}`);
  return found;
}

const exact = await find("equals", { equals: "TEE_BLACK" });
const insensitive = await find("equals, insensitive", { equals: "tee_black", mode: "insensitive" });
const listed = await find("in, insensitive", { in: ["tee_black"], mode: "insensitive" });
const same = exact === "TEE_BLACK" && listed === exact;
process.exit(same && insensitive === "TEE-BLACK, TEE4BLACK, TEE_BLACK" ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: equals takes an underscore for an underscore. The output above shows what happened." >&2
  exit 1
}
echo "As stated: without case, a SKU equaled two others."
