import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { freshDatabase } from "./support/database.ts";

/** Encrypted columns that PostgreSQL would try to compress. */
const COMPRESSED = `
  SELECT attrelid::regclass::text || '.' || attname AS "column" FROM pg_attribute
  WHERE attname LIKE '%Encrypted' AND attstorage <> 'e'`;

test("what is encrypted is stored without a try to compress it", async () => {
  expect(await columnsOf(COMPRESSED)).toEqual([]);
});

/** Foreign keys whose columns do not begin any index: deleting a row that they name reads their whole table. */
const UNINDEXED = `
  SELECT c.conrelid::regclass::text || '.' || a.attname AS "column"
  FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
  WHERE c.contype = 'f' AND NOT EXISTS (
    SELECT 1 FROM pg_index i WHERE i.indrelid = c.conrelid AND i.indpred IS NULL AND i.indkey[0] = c.conkey[1])
  ORDER BY 1`;

test("a deletion finds the rows that refer to it by an index", async () => {
  // Accounts are few, and so are shops.
  expect(await columnsOf(UNINDEXED)).toEqual(['"Shop".printAccountId']);
});

/** The columns that a query of the catalog of a fresh database finds. */
async function columnsOf(query: string): Promise<string[]> {
  const fresh = await freshDatabase();
  onTestFinished(() => fresh.drop());
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  const { rows } = await client.query<{ column: string }>(query);
  await client.end();
  return rows.map((row) => row.column);
}
