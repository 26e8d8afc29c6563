import { readdirSync, readFileSync } from "node:fs";
import pg from "pg";
import { expect, it } from "vitest";
import { migrationScripts, statementsOf } from "../../scripts/migration-scripts.ts";
import { readTables } from "../../scripts/release/tables.ts";
import { makeUpgradeFixture, migrationsOf } from "../../scripts/release/upgrade-fixture.ts";
import { freshDatabase } from "../support/database.ts";

const folder = new URL("./", import.meta.url);
const releases = readdirSync(folder).filter((file) => file.endsWith(".sql"));

/** Rows of each table, before and after the migrations that the fixture's release did not have. */
async function upgrade(fixture: string, migrations: readonly string[]) {
  const fresh = await freshDatabase({ migrated: false });
  const client = new pg.Client({ connectionString: fresh.url });
  await client.connect();
  const query = async <Row>(sql: string) => (await client.query(sql)).rows as Row[];
  const migrate = async (scripts: readonly string[]): Promise<void> => {
    for (const statement of scripts.flatMap(statementsOf)) await client.query(statement);
  };
  const count = async (): Promise<Record<string, number>> => {
    const counts: Record<string, number> = {};
    for (const { name } of await readTables(query)) {
      const [row] = await query<{ rows: number }>(`SELECT count(*)::int AS rows FROM "${name}"`);
      counts[name] = row?.rows ?? 0;
    }
    return counts;
  };
  try {
    await migrate(migrations.slice(0, migrationsOf(fixture)));
    await client.query(fixture);
    const before = await count();
    await migrate(migrations.slice(migrationsOf(fixture)));
    return { before, after: await count() };
  } finally {
    await client.end();
    await fresh.drop();
  }
}

let next: Promise<string> | undefined;
/** To start the database that makes it takes longer than a test of it. */
const nextFixture = () => (next ??= makeUpgradeFixture("next"));

it.each(releases)("a database of %s, with data in every table, comes to the newest schema", async (file) => {
  const { before, after } = await upgrade(readFileSync(new URL(file, folder), "utf8"), await migrationScripts());
  expect(Object.values(before)).not.toContain(0);
  // A later release may drop a table.
  const kept = Object.entries(before).filter(([table]) => table in after);
  expect(after).toMatchObject(Object.fromEntries(kept));
  // What orders are found by, also those that were there before.
  expect(after.OrderText).toBe(after.Order);
});

it("the next release's fixture has data in every table, and goes through a further migration", async () => {
  const further = [`CREATE TABLE "Further" (id int)`, `ALTER TABLE "Shop" ADD COLUMN "further" text`];
  const { before, after } = await upgrade(await nextFixture(), [...(await migrationScripts()), ...further]);
  expect(Object.keys(before).length).toBeGreaterThan(30);
  expect(Object.values(before)).not.toContain(0);
  expect(after).toEqual({ ...before, Further: 0 });
});

it("a migration that the rows of a release refuse fails", async () => {
  const refused = `ALTER TABLE "Shop" ADD COLUMN "further" text NOT NULL`;
  const upgraded = upgrade(await nextFixture(), [...(await migrationScripts()), refused]);
  await expect(upgraded).rejects.toThrow(/further/);
});
