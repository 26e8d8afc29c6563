import type { Pool } from "pg";
import { keyIdOf } from "./ciphertext-sql.ts";
import { nameOf, SEALED_COLUMNS } from "./encrypted-columns.ts";

export interface Left {
  /** `Table.column` */
  column: string;
  /** Id of the key; null: what stands there is no sealed box. */
  keyId: string | null;
  boxes: number;
}

/** How many boxes there are of each key in each sealed column. Reads every row once. */
export async function countBoxes(pool: Pool): Promise<Left[]> {
  const found: Left[] = [];
  for (const sealed of SEALED_COLUMNS) {
    const { rows } = await pool.query<{ keyId: string | null; boxes: number }>(
      `SELECT ${keyIdOf(sealed)} AS "keyId", count(*)::int AS "boxes" FROM "${sealed.table}"
       WHERE "${sealed.column}" IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    found.push(...rows.map((row) => ({ column: nameOf(sealed), ...row })));
  }
  return found;
}
