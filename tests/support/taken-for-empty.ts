import type { Pool } from "pg";

/**
 * What `work` gives while the planner takes the table for almost empty, however many rows it has: as after a VACUUM of a table without
 * rows that has been filled since.
 */
export async function whileTakenForEmpty<T>(pool: Pool, table: string, work: () => Promise<T>): Promise<T> {
  const setStatistics = (pages: number, rows: number) =>
    pool.query(`UPDATE pg_class SET relpages = $2, reltuples = $3 WHERE oid = $1::text::regclass`, [
      table,
      pages,
      rows,
    ]);
  await setStatistics(1, 0);
  try {
    return await work();
  } finally {
    // As of a table that was never vacuumed.
    await setStatistics(0, -1);
  }
}
