import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));

/** The folders of all migrations in their order. */
export async function migrationNames(): Promise<string[]> {
  const folders = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return folders.map((folder) => folder.name).sort();
}

/** The SQL of all migrations in their order. */
export async function migrationScripts(): Promise<string[]> {
  const names = await migrationNames();
  return Promise.all(names.map((name) => readFile(`${MIGRATIONS}${name}/migration.sql`, "utf8")));
}

/**
 * The statements of a script as `prisma migrate deploy` sends them: cut at every semicolon, and each in a message, so a
 * transaction, of its own. A semicolon within a text is written `\x3B`.
 */
export function statementsOf(script: string): string[] {
  return script
    .split(";")
    .map((statement) => statement.trim())
    .filter((statement) => statement !== "");
}

/** What `prisma migrate deploy` runs on an empty database, without its seconds. */
export async function migrationStatements(): Promise<string[]> {
  return (await migrationScripts()).flatMap(statementsOf);
}
