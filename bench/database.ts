import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { Pool } from "pg";

const MIGRATIONS = fileURLToPath(new URL("../prisma/migrations/", import.meta.url));

/** The floor's table: the deliveries' own shape and indexes. */
export const FLOOR_TABLE = "FloorDelivery";

/** Brings an empty database to the app's schema and adds the floor's table. */
export async function prepareDatabase(pool: Pool): Promise<void> {
  const folders = (await readdir(MIGRATIONS, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  for (const name of folders.map((folder) => folder.name).sort()) {
    await pool.query(await readFile(`${MIGRATIONS}${name}/migration.sql`, "utf8"));
  }
  await pool.query(`CREATE TABLE "${FLOOR_TABLE}" (LIKE "Delivery" INCLUDING ALL)`);
}

/** Empties a table and writes what is dirty to disk, so that no measurement pays for the one before it. */
export async function emptied(pool: Pool, table: string): Promise<void> {
  await pool.query(`TRUNCATE "${table}"`);
  await pool.query("CHECKPOINT");
}

export async function countRows(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${table}"`);
  return rows[0]?.count ?? 0;
}
