import type { Pool } from "pg";
import { migrationScripts } from "../scripts/migration-scripts.ts";

/** The floor's table: the deliveries' own shape and indexes. */
export const BASELINE_TABLE = "BaselineDelivery";

/** Brings an empty database to the app's schema and adds the floor's table. */
export async function prepareDatabase(pool: Pool): Promise<void> {
  for (const script of await migrationScripts()) await pool.query(script);
  await pool.query(`CREATE TABLE "${BASELINE_TABLE}" (LIKE "WebhookDelivery" INCLUDING ALL)`);
}

/** Empties a table and writes what is dirty to disk, so that no measurement pays for the one before it. */
export async function emptyTable(pool: Pool, table: string): Promise<void> {
  await pool.query(`TRUNCATE "${table}"`);
  await pool.query("CHECKPOINT");
}

export async function countRows(pool: Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${table}"`);
  return rows[0]?.count ?? 0;
}
