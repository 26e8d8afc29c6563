import { PGlite } from "@electric-sql/pglite";
import { btree_gin } from "@electric-sql/pglite/contrib/btree_gin";
import { pg_trgm } from "@electric-sql/pglite/contrib/pg_trgm";
import { migrationScripts, statementsOf } from "../migration-scripts.ts";
import { fillEveryTable } from "./sample-rows.ts";
import { readTables } from "./tables.ts";

const HEADER = /^-- Migrations: (\d+)$/m;

/**
 * SQL with a row for every table of the present schema. Its header counts the migrations that the rows need: releases hold
 * them unchanged, so the fixture repeats none of them.
 */
export async function makeUpgradeFixture(version: string): Promise<string> {
  const scripts = await migrationScripts();
  const db = await PGlite.create({ extensions: { btree_gin, pg_trgm } });
  try {
    for (const statement of scripts.flatMap(statementsOf)) await db.exec(statement);
    const query = async <Row>(sql: string) => (await db.query<Row>(sql)).rows;
    const rows = await fillEveryTable(query, await readTables(query));
    const header = `-- A row for every table of ${version}, made by \`npm run release\`. Never changed afterwards.`;
    return `${header}\n-- Migrations: ${scripts.length}\n\n${rows.map((row) => `${row};`).join("\n")}\n`;
  } finally {
    await db.close();
  }
}

/** How many migrations the rows of a fixture need. @throws Error without a header. */
export function migrationsOf(fixture: string): number {
  const count = HEADER.exec(fixture)?.[1];
  if (count === undefined) throw new Error("The fixture does not say how many migrations it needs.");
  return Number(count);
}
