import type { Pool } from "pg";
import { DecryptionError, type Encryptor } from "./encryptor.server.ts";
import { ciphertextSql, columnName, ENCRYPTED_COLUMNS, keyIdSql, type EncryptedColumn } from "./encrypted-columns.ts";

export interface RotationResult {
  /** `Table.column` */
  column: string;
  reencrypted: number;
  /** No key of CREDENTIALS_KEY decrypts these, or they are no ciphertexts. They stay unchanged. */
  unreadable: number;
  /** Changed by the app meanwhile: the next run reads them again. */
  changed: number;
}

interface RotationOptions {
  /** Rows read at once. */
  batch?: number;
  /** After each batch; a throw ends the run, and the next run continues from there. */
  onBatch?(progress: RotationResult): void;
}

const BATCH = 200;
/** Ciphertext read at once: one delivery may have ten million bytes. */
const BATCH_BYTES = 16 * 1024 * 1024;

interface Row {
  id: string;
  kept: Buffer | string;
  ciphertext: Buffer | null;
}

/**
 * Encrypts every value again that is not encrypted with the first key. May be interrupted and repeated at any time,
 * beside the running app: a finished value is recognized by its key, and a row changes only if it still holds what was
 * read.
 */
export async function rotateEncryptionKey(
  pool: Pool,
  encryptor: Encryptor,
  currentKeyId: string,
  options: RotationOptions = {},
): Promise<RotationResult[]> {
  const done: RotationResult[] = [];
  for (const column of ENCRYPTED_COLUMNS) done.push(await rotateColumn(pool, encryptor, currentKeyId, column, options));
  return done;
}

async function rotateColumn(
  pool: Pool,
  encryptor: Encryptor,
  currentKeyId: string,
  column: EncryptedColumn,
  { batch = BATCH, onBatch }: RotationOptions,
): Promise<RotationResult> {
  const progress: RotationResult = { column: columnName(column), reencrypted: 0, unreadable: 0, changed: 0 };
  for (let last: string | null = null; ;) {
    const rows: Row[] = await readBatch(pool, column, currentKeyId, last, batch);
    for (const row of rows) progress[await rotateRow(pool, encryptor, column, row)] += 1;
    last = rows.at(-1)?.id ?? null;
    if (last === null) return progress;
    onBatch?.(progress);
  }
}

/** The next rows after `last` in the order of ids, as many as fit; at least one while there is one. */
async function readBatch(
  pool: Pool,
  encrypted: EncryptedColumn,
  currentKeyId: string,
  last: string | null,
  limit: number,
): Promise<Row[]> {
  const { table, column, id } = encrypted;
  const { rows } = await pool.query<Row>(
    `SELECT "id", "kept", "ciphertext" FROM (
       SELECT *, sum(octet_length("ciphertext")) OVER (ORDER BY "id") - octet_length("ciphertext") AS "before" FROM (
         SELECT "id", "${column}" AS "kept", ${ciphertextSql(encrypted)} AS "ciphertext" FROM "${table}"
         WHERE "${column}" IS NOT NULL AND ${keyIdSql(encrypted)} IS DISTINCT FROM $1 AND ($2::${id} IS NULL OR "id" > $2::${id})
         ORDER BY "id" LIMIT $3
       ) AS "next"
     ) AS "sized" WHERE coalesce("before", 0) < $4 ORDER BY "id"`,
    [currentKeyId, last, limit, BATCH_BYTES],
  );
  return rows;
}

/** One row a statement: its lock cannot be part of a deadlock. */
async function rotateRow(
  pool: Pool,
  encryptor: Encryptor,
  { table, column, id, stored, context }: EncryptedColumn,
  row: Row,
): Promise<"reencrypted" | "unreadable" | "changed"> {
  const fresh = reencrypt(encryptor, row.ciphertext, context(row.id));
  if (!fresh) return "unreadable";
  const { rowCount } = await pool.query(
    `UPDATE "${table}" SET "${column}" = $1 WHERE "id" = $2::${id} AND "${column}" = $3`,
    [stored === "bytes" ? fresh : fresh.toString("base64"), row.id, row.kept],
  );
  return rowCount === 1 ? "reencrypted" : "changed";
}

function reencrypt(encryptor: Encryptor, ciphertext: Buffer | null, context: string): Buffer | null {
  if (!ciphertext) return null;
  try {
    return encryptor.encrypt(encryptor.decrypt(ciphertext, context), context);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}

interface Remaining {
  /** `Table.column` */
  column: string;
  /** Id of the key; null: the value is no ciphertext. */
  keyId: string | null;
  values: number;
}

/** How many values are encrypted with each key in each column. Reads every row once. */
export async function countByKey(pool: Pool): Promise<Remaining[]> {
  const found: Remaining[] = [];
  for (const encrypted of ENCRYPTED_COLUMNS) {
    const { rows } = await pool.query<Omit<Remaining, "column">>(
      `SELECT ${keyIdSql(encrypted)} AS "keyId", count(*)::int AS "values" FROM "${encrypted.table}"
       WHERE "${encrypted.column}" IS NOT NULL GROUP BY 1 ORDER BY 1`,
    );
    found.push(...rows.map((row) => ({ column: columnName(encrypted), ...row })));
  }
  return found;
}
