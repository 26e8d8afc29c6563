import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { expect, it, onTestFinished } from "vitest";
import { readTables, type Query } from "../../scripts/release/tables.ts";
import { migrationsOf, writeUpgradeFixture } from "../../scripts/release/upgrade-fixture.ts";
import { readMigrations, type Migration } from "../../server/migrations/files.ts";
import { migrate } from "../../server/migrations/migrate.ts";
import { freshDatabase } from "../support/database.ts";

const folder = new URL("./", import.meta.url);
const releases = readdirSync(folder).filter((file) => file.endsWith(".sql"));

/** A database of its own, with all migrations or with none. */
async function openDatabase({ migrated }: { migrated: boolean }): Promise<{ url: string; query: Query }> {
  const fresh = await freshDatabase({ migrated });
  onTestFinished(fresh.drop);
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  onTestFinished(() => client.end());
  return { url: fresh.url, query: async <Row>(sql: string) => (await client.query(sql)).rows as Row[] };
}

async function countRows(query: Query): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { name } of await readTables(query)) {
    const [row] = await query<{ rows: number }>(`SELECT count(*)::int AS rows FROM "${name}"`);
    counts[name] = row?.rows ?? 0;
  }
  return counts;
}

/** Rows of each table, before and after the migrations that the fixture's release did not have. */
async function upgrade(fixture: string, migrations: readonly Migration[]) {
  const needed = migrationsOf(fixture);
  const areAllOfToday = needed === (await readMigrations()).length;
  const { url, query } = await openDatabase({ migrated: areAllOfToday });
  if (!areAllOfToday) await migrate(url, { migrations: migrations.slice(0, needed) });
  await query(fixture);
  const before = await countRows(query);
  await migrate(url, { migrations });
  return { before, after: await countRows(query) };
}

const withFurther = async (sql: string) => [...(await readMigrations()), { name: "999_further", sql }];

/** Made where the tests' databases are. */
const nextFixture = async () => writeUpgradeFixture("next", (await openDatabase({ migrated: true })).query);

it.each(releases)("a database of %s, with data in every table, comes to the newest schema", async (file) => {
  const { before, after } = await upgrade(readFileSync(new URL(file, folder), "utf8"), await readMigrations());
  expect(Object.values(before)).not.toContain(0);
  // A later release may drop a table.
  const kept = Object.entries(before).filter(([table]) => table in after);
  expect(after).toMatchObject(Object.fromEntries(kept));
  // What orders are found by, also those that were there before.
  expect(after.OrderText).toBe(after.Order);
});

it("the next release's fixture has data in every table, and goes through a further migration", async () => {
  const further = `CREATE TABLE "Further" (id int); ALTER TABLE "Shop" ADD COLUMN "further" text`;
  const { before, after } = await upgrade(await nextFixture(), await withFurther(further));
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(Object.values(before)).not.toContain(0);
  expect(after).toEqual({ ...before, Further: 0 });
});

it("a migration that the rows of a release refuse fails", async () => {
  const refused = `ALTER TABLE "Shop" ADD COLUMN "further" text NOT NULL`;
  const upgraded = upgrade(await nextFixture(), await withFurther(refused));
  await expect(upgraded).rejects.toThrow(/further/);
});
