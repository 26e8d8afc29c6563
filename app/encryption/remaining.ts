import type { Pool } from "pg";
import { keyIdSql } from "./ciphertext-sql.ts";
import { columnName, ENCRYPTED_COLUMNS } from "./encrypted-columns.ts";

export interface Remaining {
  /** `Table.column` */
  column: string;
  /** Id of the key; null: what stands there is no ciphertext. */
  keyId: string | null;
  boxes: number;
}

/** How many ciphertexts there are of each key in each encrypted column. Reads every row once. */
export async function countByKey(pool: Pool): Promise<Remaining[]> {
  const found: Remaining[] = [];
  for (const encrypted of ENCRYPTED_COLUMNS) {
    const { rows } = await pool.query<{ keyId: string | null; boxes: number }>(
      `SELECT ${keyIdSql(encrypted)} AS "keyId", count(*)::int AS "boxes" FROM "${encrypted.table}"
       WHERE "${encrypted.column}" IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    found.push(...rows.map((row) => ({ column: columnName(encrypted), ...row })));
  }
  return found;
}
