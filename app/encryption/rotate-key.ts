import type { Pool } from "pg";
import { SealError, type Sealer } from "./encryptor.server.ts";
import { boxOf, keyIdOf } from "./ciphertext-sql.ts";
import { nameOf, SEALED_COLUMNS, type SealedColumn } from "./encrypted-columns.ts";

export interface Resealed {
  /** `Table.column` */
  column: string;
  resealed: number;
  /** No key of CREDENTIALS_KEY opens these, or they are no boxes. They are left as they are. */
  unreadable: number;
  /** Changed by somebody else meanwhile: they are looked at again by the next run. */
  changed: number;
}

export interface ResealOptions {
  /** Rows read at once. */
  batch?: number;
  /** After each batch; a throw ends the run, and the next one goes on from there. */
  onBatch?(so: Resealed): void;
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
 * Seals everything anew that is not sealed with the first key. May be interrupted and run again at any time, beside the
 * running app: what is done is known by its key, and each row changes only if it still is what was read.
 */
export async function resealAll(
  pool: Pool,
  seal: Sealer,
  presentKey: string,
  options: ResealOptions = {},
): Promise<Resealed[]> {
  const done: Resealed[] = [];
  for (const column of SEALED_COLUMNS) done.push(await resealColumn(pool, seal, presentKey, column, options));
  return done;
}

async function resealColumn(
  pool: Pool,
  seal: Sealer,
  presentKey: string,
  column: SealedColumn,
  { batch = BATCH, onBatch }: ResealOptions,
): Promise<Resealed> {
  const so: Resealed = { column: nameOf(column), resealed: 0, unreadable: 0, changed: 0 };
  for (let last: string | null = null; ;) {
    const rows: Row[] = await readBatch(pool, column, presentKey, last, batch);
    for (const row of rows) so[await resealRow(pool, seal, column, row)] += 1;
    last = rows.at(-1)?.id ?? null;
    if (last === null) return so;
    onBatch?.(so);
  }
}

/** The next rows after `last` in the order of ids, as many as fit; at least one while there is one. */
async function readBatch(
  pool: Pool,
  sealed: SealedColumn,
  presentKey: string,
  last: string | null,
  most: number,
): Promise<Row[]> {
  const { table, column, id } = sealed;
  const { rows } = await pool.query<Row>(
    `SELECT "id", "kept", "box" FROM (
       SELECT *, sum(octet_length("box")) OVER (ORDER BY "id") - octet_length("box") AS "before" FROM (
         SELECT "id", "${column}" AS "kept", ${boxOf(sealed)} AS "box" FROM "${table}"
         WHERE "${column}" IS NOT NULL AND ${keyIdOf(sealed)} IS DISTINCT FROM $1 AND ($2::${id} IS NULL OR "id" > $2::${id})
         ORDER BY "id" LIMIT $3
       ) AS "next"
     ) AS "sized" WHERE coalesce("before", 0) < $4 ORDER BY "id"`,
    [presentKey, last, most, BATCH_BYTES],
  );
  return rows;
}

/** One row in a statement of its own: it holds no lock that anybody could wait for in a circle. */
async function resealRow(
  pool: Pool,
  seal: Sealer,
  { table, column, id, stored, context }: SealedColumn,
  row: Row,
): Promise<"resealed" | "unreadable" | "changed"> {
  const fresh = anew(seal, row.box, context(row.id));
  if (!fresh) return "unreadable";
  const { rowCount } = await pool.query(
    `UPDATE "${table}" SET "${column}" = $1 WHERE "id" = $2::${id} AND "${column}" = $3`,
    [stored === "bytes" ? fresh : fresh.toString("base64"), row.id, row.kept],
  );
  return rowCount === 1 ? "resealed" : "changed";
}

function anew(seal: Sealer, box: Buffer | null, context: string): Buffer | null {
  if (!box) return null;
  try {
    return seal.seal(seal.open(box, context), context);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}
