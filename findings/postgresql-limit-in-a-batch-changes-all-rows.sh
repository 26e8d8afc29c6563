#!/usr/bin/env bash
# Tool: PostgreSQL 18.6, as @electric-sql/pglite 0.5.14 has it.
# Behavior: `UPDATE … WHERE id IN (SELECT id … LIMIT 500 FOR UPDATE SKIP LOCKED)` changes every row of the table. Where
#   the statistics say that the table is almost empty, the subquery runs once for each row of the outer table, skips what
#   the statement itself has changed by now, and takes the next batch. With `= ANY (ARRAY(SELECT …))` the subquery runs
#   once. After ANALYZE the first form keeps to its limit, too, so the same statement does either.
# Seen on 2026-11-29, of 1100 rows in a table that was vacuumed while it was empty:
#   IN (SELECT … LIMIT 500): 1100 changed
#   = ANY (ARRAY(SELECT … LIMIT 500)): 500 changed
#   IN (SELECT … LIMIT 500) after ANALYZE: 500 changed
# Why it matters: a worker that takes orders in batches takes all of them in one statement, and other workers find none. The
#   time of the statement grows with the square of the rows.
set -euo pipefail

dir=$(mktemp -d)
trap 'cd /; rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
timeout 110 npm install --no-audit --no-fund --ignore-scripts --loglevel=error @electric-sql/pglite@0.5.14

cat >try.mjs <<'JS'
import { PGlite } from "@electric-sql/pglite";

const database = new PGlite();
await database.exec(`
  CREATE TABLE orders (id int PRIMARY KEY, taken boolean NOT NULL DEFAULT false);
  INSERT INTO orders SELECT n FROM generate_series(1, 100) n;
  DELETE FROM orders;`);
// It keeps its page: a vacuum cuts off empty pages only while nobody else uses the table.
await database.exec("VACUUM (TRUNCATE false) orders");
await database.exec("INSERT INTO orders SELECT n FROM generate_series(1, 1100) n");

const BATCH = "SELECT id FROM orders WHERE NOT taken LIMIT 500 FOR UPDATE SKIP LOCKED";
const changed = async (condition) => {
  await database.exec("UPDATE orders SET taken = false");
  const { affectedRows } = await database.query(`UPDATE orders SET taken = true WHERE ${condition}`);
  return affectedRows;
};
const before = await changed(`id IN (${BATCH})`);
const asArray = await changed(`id = ANY (ARRAY(${BATCH}))`);
await database.exec("ANALYZE orders");
const analyzed = await changed(`id IN (${BATCH})`);

console.log(`IN (SELECT … LIMIT 500): ${before} changed`);
console.log(`= ANY (ARRAY(SELECT … LIMIT 500)): ${asArray} changed`);
console.log(`IN (SELECT … LIMIT 500) after ANALYZE: ${analyzed} changed`);
process.exit(before === 1100 && asArray === 500 && analyzed === 500 ? 0 : 1);
JS
timeout 60 node try.mjs || {
  echo "CHANGED: the batch keeps to its limit, or another form does not. The output above shows what happened." >&2
  exit 1
}
echo "As stated: one statement with a limit of 500 changed 1100 rows."
