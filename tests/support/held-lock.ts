import type { Pool, PoolClient } from "pg";
import { until } from "./until.ts";

interface LockOptions {
  waiters?: number;
  end?: "COMMIT" | "ROLLBACK";
  last?: (client: PoolClient) => Promise<unknown>;
}

/**
 * A race made certain: `first` runs in an open transaction, then `second` starts; as soon as `waiters` sessions of this
 * database wait for a lock, `last` runs and the transaction ends (committed, or rolled back). Resolves with the outcome of
 * `second`.
 */
export async function whileLockHeld<T>(
  pool: Pool,
  first: (client: PoolClient) => Promise<unknown>,
  second: () => Promise<T>,
  { waiters = 1, end = "COMMIT", last }: LockOptions = {},
): Promise<T> {
  const holder = await pool.connect();
  try {
    await holder.query("BEGIN");
    await first(holder);
    const outcome = second();
    await untilBlocked(pool, waiters, outcome);
    await last?.(holder);
    await holder.query(end);
    return await outcome;
  } finally {
    await holder.query("ROLLBACK");
    holder.release();
  }
}

/**
 * Waits until so many sessions of this database wait for a lock, or `work` has ended; an early failure of `work` is thrown. The wait ends
 * with this call: a probe that went on would send its query within the next test that has the database.
 */
export async function untilBlocked(pool: Pool, sessions: number, work: Promise<unknown>): Promise<void> {
  let hasEnded = false;
  const end = () => void (hasEnded = true);
  void work.then(end, end);
  await until(`${sessions} sessions wait for a lock`, async () => hasEnded || (await blocked(pool)) >= sessions);
  if (hasEnded) await work;
}

async function blocked(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ waiting: number }>(
    `SELECT count(*)::int AS waiting FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.waiting ?? 0;
}
