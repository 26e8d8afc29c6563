import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { readMigrations, statementsOf } from "../../server/migrations/files.ts";
import { fillEveryTable } from "./sample-rows.ts";
import { readTables, type Query } from "./tables.ts";

const HEADER = /^-- Migrations: (\d+)$/m;

/** The fixture of the present schema, made in a database of its own, which any machine can start. */
export async function makeUpgradeFixture(version: string): Promise<string> {
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } });
  try {
    for (const { sql } of await readMigrations()) for (const statement of statementsOf(sql)) await db.exec(statement);
    return await writeUpgradeFixture(version, async <Row>(sql: string) => (await db.query<Row>(sql)).rows);
  } finally {
    await db.close();
  }
}

/**
 * SQL with a row for every table of the present schema, tried on a migrated database. Its header counts the migrations that
 * the rows need: releases hold them unchanged, so the fixture repeats none of them.
 */
export async function writeUpgradeFixture(version: string, query: Query): Promise<string> {
  const rows = await fillEveryTable(query, await readTables(query));
  const header = `-- A row for every table of ${version}, made by \`npm run release\`. Never changed afterwards.`;
  const { length } = await readMigrations();
  return `${header}\n-- Migrations: ${length}\n\n${rows.map((row) => `${row};`).join("\n")}\n`;
}

/** How many migrations the rows of a fixture need. @throws Error without a header. */
export function migrationsOf(fixture: string): number {
  const count = HEADER.exec(fixture)?.[1];
  if (count === undefined) throw new Error("The fixture does not say how many migrations it needs.");
  return Number(count);
}
