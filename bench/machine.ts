import { cpus, totalmem } from "node:os";
import type { Pool } from "pg";

/** What the figures of a day were taken on, in one line. */
export async function machine(pool: Pool, date: string): Promise<string> {
  const { rows } = await pool.query<{ version: string; fsync: string }>(
    "SELECT current_setting('server_version') AS version, current_setting('fsync') AS fsync",
  );
  const cores = cpus();
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const database = `PostgreSQL ${rows[0]?.version} (fsync ${rows[0]?.fsync})`;
  return `${date}: ${cores.length} × ${cores[0]?.model.trim()}, ${memory}, Node ${process.versions.node}, ${database}. Medians of the runs in the last column.`;
}
