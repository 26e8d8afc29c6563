import pg from "pg";
import { migrate } from "../server/migrations/migrate.ts";

/** The floor's table: the deliveries' own shape and indexes, and PostgreSQL's default storage. */
export const BASELINE_TABLE = "BaselineDelivery";

/** One database of the bench's PostgreSQL. */
export interface BenchDatabase {
  url: string;
  /** For the bench's own queries. */
  pool: pg.Pool;
  drop(): Promise<void>;
}

const TEMPLATE = "bench_template";
const CONNECTIONS = 4;

/**
 * Makes a template with the app's schema and the floor's table. Returns what copies it: each row has a database of its
 * own, so no row pays for the rows that another one left.
 */
export async function prepareDatabases(
  maintenance: pg.Pool,
  maintenanceUrl: string,
): Promise<(options?: { empty: boolean }) => Promise<BenchDatabase>> {
  const open = (name: string) => openDatabase(maintenance, maintenanceUrl, name);
  await maintenance.query(`CREATE DATABASE ${TEMPLATE}`);
  const template = open(TEMPLATE);
  await migrate(template.url);
  await template.pool.query(
    `CREATE TABLE "${BASELINE_TABLE}" (LIKE "WebhookDelivery" INCLUDING ALL EXCLUDING STORAGE)`,
  );
  await template.pool.end();
  let number = 0;
  return async (options) => {
    const name = `bench_${(number += 1)}`;
    await maintenance.query(`CREATE DATABASE ${name}${options?.empty ? "" : ` TEMPLATE ${TEMPLATE}`}`);
    return open(name);
  };
}

function openDatabase(maintenance: pg.Pool, maintenanceUrl: string, name: string): BenchDatabase {
  const address = new URL(maintenanceUrl);
  address.pathname = `/${name}`;
  const pool = openPool(address.href, CONNECTIONS);
  return {
    url: address.href,
    pool,
    async drop() {
      await pool.end();
      await maintenance.query(`DROP DATABASE ${name} WITH (FORCE)`);
    },
  };
}

/** A pool of the bench's own. Connections that are just closing may be ended by the server, and nobody uses them. */
export function openPool(url: string, max: number): pg.Pool {
  return new pg.Pool({ connectionString: url, max }).on("error", () => undefined);
}

/** Empties a table and writes what is dirty to disk, so that no measurement pays for the one before it. */
export async function emptyTable(pool: pg.Pool, table: string): Promise<void> {
  await pool.query(`TRUNCATE "${table}"`);
  await pool.query("CHECKPOINT");
}

export async function countRows(pool: pg.Pool, table: string): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(`SELECT count(*)::int AS count FROM "${table}"`);
  return rows[0]?.count ?? 0;
}

/**
 * How many transactions have written anything since the server was made: each takes one number, one that only reads
 * takes none. The difference of two readings is the number of commits that had to reach the disk between them.
 */
export async function countWritingTransactions(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ next: string }>("SELECT pg_snapshot_xmax(pg_current_snapshot())::text AS next");
  return Number(rows[0]?.next);
}
