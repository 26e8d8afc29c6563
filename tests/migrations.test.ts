import { existsSync, readFileSync } from "node:fs";
import pg from "pg";
import { expect, inject, test } from "vitest";
import { freshDatabase } from "./support/database.ts";
import { generatedSql, unreleasedMigration } from "../scripts/release/unreleased-migration.ts";
import { deployMigrations, runMigrate } from "../scripts/prisma.ts";

test("the migration matches the schema", async () => {
  const migration = await unreleasedMigration();
  const diff = await runMigrate(migration.diff, { ...process.env, DATABASE_URL: inject("postgresUrl") });
  expect(diff.status === 0 ? "" : diff.stderr).toBe("");
  const present = existsSync(migration.file) ? readFileSync(migration.file, "utf8") : "";
  const stale = !present.startsWith(generatedSql(diff.stdout));
  expect(stale ? "stale: run `npm run db:diff`" : "current").toBe("current");
});

test("migrations bring an empty database to the present schema, and running them again changes nothing", async () => {
  const database = await freshDatabase({ migrated: false });
  await deployMigrations(database.url);
  await deployMigrations(database.url);
  await database.drop();
});

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
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  const { rows } = await client.query<{ column: string }>(query);
  await client.end();
  await fresh.drop();
  return rows.map((row) => row.column);
}
