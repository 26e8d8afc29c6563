import type { Pool } from "pg";
import { DecryptionError, type Encryptor } from "./encryptor.server.ts";
import { ciphertextSql, keyIdSql } from "./ciphertext-sql.ts";
import { columnName, ENCRYPTED_COLUMNS, type EncryptedColumn } from "./encrypted-columns.ts";

export interface RotationResult {
  /** `Table.column` */
  column: string;
  reencrypted: number;
  /** No key of CREDENTIALS_KEY opens these, or they are no ciphertexts. They are left as they are. */
  unreadable: number;
  /** Changed by somebody else meanwhile: they are looked at again by the next run. */
  changed: number;
}

export interface RotationOptions {
  /** Rows read at once. */
  batch?: number;
  /** After each batch; a throw ends the run, and the next one goes on from there. */
  onBatch?(progress: RotationResult): void;
}

const BATCH = 200;
/** Boxes read at once, in bytes: a delivery may have ten million. */
const BATCH_BYTES = 16 * 1024 * 1024;

interface Row {
  id: string;
  kept: Buffer | string;
  box: Buffer | null;
}

/**
 * Encrypts everything anew that is not encrypted with the first key. May be interrupted and run again at any time, beside the
 * running app: what is done is known by its key, and each row changes only if it still is what was read.
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
    `SELECT "id", "kept", "box" FROM (
       SELECT *, sum(octet_length("box")) OVER (ORDER BY "id") - octet_length("box") AS "before" FROM (
         SELECT "id", "${column}" AS "kept", ${ciphertextSql(encrypted)} AS "box" FROM "${table}"
         WHERE "${column}" IS NOT NULL AND ${keyIdSql(encrypted)} IS DISTINCT FROM $1 AND ($2::${id} IS NULL OR "id" > $2::${id})
         ORDER BY "id" LIMIT $3
       ) AS "next"
     ) AS "sized" WHERE coalesce("before", 0) < $4 ORDER BY "id"`,
    [currentKeyId, last, limit, BATCH_BYTES],
  );
  return rows;
}

/** One row in a statement of its own: it holds no lock that anybody could wait for in a circle. */
async function rotateRow(
  pool: Pool,
  encryptor: Encryptor,
  { table, column, id, stored, context }: EncryptedColumn,
  row: Row,
): Promise<"reencrypted" | "unreadable" | "changed"> {
  const fresh = reencrypt(encryptor, row.box, context(row.id));
  if (!fresh) return "unreadable";
  const { rowCount } = await pool.query(
    `UPDATE "${table}" SET "${column}" = $1 WHERE "id" = $2::${id} AND "${column}" = $3`,
    [stored === "bytes" ? fresh : fresh.toString("base64"), row.id, row.kept],
  );
  return rowCount === 1 ? "reencrypted" : "changed";
}

function reencrypt(encryptor: Encryptor, box: Buffer | null, context: string): Buffer | null {
  if (!box) return null;
  try {
    return encryptor.encrypt(encryptor.decrypt(box, context), context);
  } catch (error) {
    if (error instanceof DecryptionError) return null;
    throw error;
  }
}
