import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));

/**
 * The SQL of all migrations in their order: what `prisma migrate deploy` runs on an empty database, without its
 * seconds.
 */
export async function migrationScripts(): Promise<string[]> {
  const folders = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const names = folders.map((folder) => folder.name).sort();
  return Promise.all(names.map((name) => readFile(`${MIGRATIONS}${name}/migration.sql`, "utf8")));
}
