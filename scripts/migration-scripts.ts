import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));

/** The folders of all migrations in their order. */
export async function migrationNames(): Promise<string[]> {
  const folders = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  return folders.map((folder) => folder.name).sort();
}

/**
 * The SQL of all migrations in their order: what `prisma migrate deploy` runs on an empty database, without its
 * seconds.
 */
export async function migrationScripts(): Promise<string[]> {
  const names = await migrationNames();
  return Promise.all(names.map((name) => readFile(`${MIGRATIONS}${name}/migration.sql`, "utf8")));
}
