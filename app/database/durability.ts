import type pg from "pg";

/** What of a server's settings may be off only where nothing is really printed. */
export const DURABILITY = ["fsync", "full_page_writes"] as const;
export type DurabilitySetting = (typeof DURABILITY)[number];

/** The server may forget what it said was committed. The words are for a person, and quote no setting of ours. */
export class UnsafeDatabaseError extends Error {
  override name = "UnsafeDatabaseError";
}

/**
 * Asks the server whether what is committed outlives a crash.
 * @throws UnsafeDatabaseError when it does not, and nobody allowed it by name; what the pool throws when it cannot be asked
 */
export async function assertDurable(pool: pg.Pool, allowed: readonly DurabilitySetting[]): Promise<void> {
  const columns = DURABILITY.map((name) => `current_setting('${name}') AS "${name}"`).join(", ");
  const { rows } = await pool.query<Record<DurabilitySetting, string>>(`SELECT ${columns}`);
  const disabled = DURABILITY.filter((name) => rows[0]?.[name] === "off" && !allowed.includes(name));
  if (disabled.length === 0) return;
  throw new UnsafeDatabaseError(
    `PostgreSQL runs with ${disabled.map((name) => `${name}=off`).join(" and ")}: after a crash of its machine it may have forgotten ` +
      `orders that were sent, and they would be printed again.\nTurn it on (docs/operations.md, "The database"). ` +
      `Where nothing is really printed, allow it: DATABASE_ALLOW_UNSAFE=${disabled.join(",")}`,
  );
}
