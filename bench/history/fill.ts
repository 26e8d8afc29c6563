import { randomBytes } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import type { BenchDatabase } from "../database.ts";
import type { HistoryShop } from "./shops.ts";
import { CORE_TABLES, ORDERS, PAGE_STATEMENTS, WHOLE_TABLES, type Statement } from "./statements.ts";

/** core: orders, lines and submissions; pages: what pages with many orders read; whole: all that an order leaves behind. */
const EXTENTS = { core: CORE_TABLES, pages: PAGE_STATEMENTS, whole: WHOLE_TABLES };

export interface HistoryPlan {
  shops: readonly HistoryShop[];
  /** Orders are numbered from here on. */
  first: number;
  orders: number;
  /** Placed evenly between so many days ago and so many. */
  ages: { fromDays: number; toDays: number };
  /** SQL of the submission's state, by the order's number `i` and its age `days`. */
  state: string;
  extent: keyof typeof EXTENTS;
}

/** The reference of the order of that number: one as the app makes them. */
export const referenceOf = (number: number): string => `H${number}-BENCHREFBENCHREF`;

/** Tables filled at once: as many as the smallest machine has cores. */
const AT_ONCE = 2;

/**
 * Fills a database with orders as the app leaves them behind, by INSERT … SELECT: without foreign keys and indexes
 * meanwhile, which are created again at the end. Encrypted columns have the size of real ones, and cannot be decrypted.
 */
export async function fillHistory({ pool }: BenchDatabase, plan: HistoryPlan): Promise<void> {
  await nameOrders(pool, plan);
  const statements = EXTENTS[plan.extent];
  await forEach(pool, statements, fillTable);
  // Only now: a VACUUM beside an insert finds rows that its transaction may not see yet, and marks no page as visible to all.
  await forEach(pool, statements, (client, { table }) => client.query(`VACUUM (ANALYZE) "${table}"`));
  await pool.query(`DROP TABLE "${ORDERS}"`);
  await pool.query("CHECKPOINT");
}

async function forEach(
  pool: Pool,
  statements: readonly Statement[],
  work: (client: PoolClient, statement: Statement) => Promise<unknown>,
): Promise<void> {
  const waiting = [...statements];
  const workOff = async () => {
    const client = await pool.connect();
    try {
      await client.query("SET session_replication_role = replica; SET synchronous_commit = off");
      await client.query("SET maintenance_work_mem = '512MB'; SET work_mem = '64MB'");
      for (let statement = waiting.shift(); statement; statement = waiting.shift()) await work(client, statement);
    } finally {
      // With its settings.
      client.release(true);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, workOff));
}

/** A table that names each order once: number, shop, account, time and state. All others are made from it. */
async function nameOrders(pool: Pool, plan: HistoryPlan): Promise<void> {
  const { shops, first, orders, ages, state } = plan;
  const span = ages.fromDays - ages.toDays;
  await pool.query(`CREATE UNLOGGED TABLE "${ORDERS}" (
    "i" int, "shop" int, "shopId" uuid, "printAccountId" uuid, "at" timestamptz, "days" float, "state" "SubmissionState")`);
  await pool.query(
    `INSERT INTO "${ORDERS}"
     SELECT i, s."shop" - 1, s."shopId", s."printAccountId", now() - days * interval '1 day', days, (${state})::"SubmissionState"
     FROM (SELECT i, $4::float - (i - $3::int) * $5::float / $6::int AS days
       FROM generate_series($3::int, $3::int + $6::int - 1) AS i) AS orders
     JOIN unnest($1::uuid[], $2::uuid[]) WITH ORDINALITY AS s("shopId", "printAccountId", "shop")
       ON s."shop" = i % cardinality($1::uuid[]) + 1`,
    [shops.map(({ id }) => id), shops.map((shop) => shop.printAccountId), first, ages.fromDays, span, orders],
  );
}

/** Fills a table without its indexes, except those of keys; creates them again afterwards. */
async function fillTable(client: PoolClient, statement: Statement): Promise<void> {
  const { rows } = await client.query<{ name: string; definition: string }>(
    `SELECT indexname AS "name", indexdef AS "definition" FROM pg_indexes
     WHERE schemaname = 'public' AND tablename = $1 AND indexname NOT IN (SELECT conname FROM pg_constraint)`,
    [statement.table],
  );
  for (const { name } of rows) await client.query(`DROP INDEX "${name}"`);
  await insert(client, statement);
  for (const { definition } of rows) await client.query(definition);
}

async function insert(client: PoolClient, { table, columns, from }: Statement): Promise<void> {
  const values = Object.values(columns).join(", ");
  const names = Object.keys(columns).map((name) => `"${name}"`);
  // Text that does not compress, as ciphertext does not; $1 is its only parameter.
  const bytes = from.includes("$1") || values.includes("$1") ? [randomBytes(4096)] : [];
  await client.query(`INSERT INTO "${table}" (${names.join(", ")}) SELECT ${values} FROM ${from}`, bytes);
}
