import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { findProgram } from "../scripts/launcher/find-program.ts";
import type { BenchDatabase } from "./database.ts";

const TABLE = "BenchCommit";

/**
 * How many commits of one short row PostgreSQL makes a second for so many connections, by its own pgbench.
 * @throws Error with how to install it
 */
export async function commitsPerSecond(
  { url, pool }: BenchDatabase,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<number> {
  const pgbench = findProgram("pgbench", "It comes with PostgreSQL (Debian: apt-get install postgresql).");
  await pool.query(`CREATE TABLE IF NOT EXISTS "${TABLE}" ("id" bigserial PRIMARY KEY, "at" timestamptz NOT NULL)`);
  const folder = await mkdtemp(join(tmpdir(), "inkbridge-pgbench-"));
  try {
    const script = join(folder, "commit.sql");
    await writeFile(script, `INSERT INTO "${TABLE}" ("at") VALUES (now());\n`);
    const args = ["-n", "-M", "prepared", "-c", `${connections}`, "-j", "2", "-T", `${seconds}`, "-f", script, url];
    const { stdout } = await promisify(execFile)(pgbench, args);
    const tps = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
    if (!tps) throw new Error(`pgbench reported no rate:\n${stdout}`);
    return Number(tps);
  } finally {
    await rm(folder, { recursive: true, force: true });
    await pool.query(`DROP TABLE "${TABLE}"`);
  }
}
