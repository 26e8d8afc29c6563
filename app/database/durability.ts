import type pg from "pg";

/** Settings of the server that may be off only where nothing is really printed. */
export const DURABILITY = ["fsync", "full_page_writes"] as const;
type DurabilitySetting = (typeof DURABILITY)[number];

/** The server may lose committed data. The message is for the operator, and quotes no setting of ours. */
export class UnsafeDatabaseError extends Error {
  override name = "UnsafeDatabaseError";
}

/**
 * Checks that committed data survives a crash of the server.
 * @throws UnsafeDatabaseError when it does not, and the setting is not in `allowed`; the pool's error when the server
 * is away
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
