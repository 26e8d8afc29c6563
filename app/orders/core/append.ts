import { Prisma } from "../../../prisma/client/client.ts";
import { rowsAsJson, type RowOf } from "../../database/rows.ts";
import type { Sql, SqlClient, Tx } from "../../database/sql.ts";

const TABLES = [
  "OrderLine",
  "Submission",
  "SubmissionLine",
  "OrderChange",
  "Parcel",
  "Attempt",
  "Lookup",
  "Attention",
  "ShopifyWrite",
  "FlowEvent",
  "History",
] as const;
type Table = (typeof TABLES)[number];

/** New rows by table, with all their columns. Of events for Flow, further ones of a trigger and a subject are dropped. */
export type NewRows = { [T in Exclude<Table, "FlowEvent">]: WithJson<RowOf<T>> } & {
  FlowEvent: Omit<RowOf<"FlowEvent">, "skuEvent"> & { skuEvent: Prisma.InputJsonValue | null };
};

/** As it is written: what is read of a JSON column may also be null. */
type WithJson<Row> = {
  [Column in keyof Row]: Prisma.JsonValue extends Row[Column] ? Prisma.InputJsonValue : Row[Column];
};

type Appended = { [T in Table]: NewRows[T][] };

const nothing = (): Appended => Object.fromEntries(TABLES.map((table) => [table, []])) as unknown as Appended;

/** What the transactions of `transact` have appended and not inserted yet. */
const pending = new WeakMap<Sql, Appended>();

/** Does `work` in a transaction. What it appends is inserted at its end, in one statement. */
export function transact<T>({ sql }: { sql: SqlClient }, work: (tx: Tx) => Promise<T>): Promise<T> {
  return sql.transaction(async (tx) => {
    pending.set(tx, nothing());
    const result = await work(tx);
    await flush(tx);
    return result;
  });
}

/** Appends rows that nothing in the transaction reads or refers to: at once where it was not begun by `transact`. */
export async function append<T extends Table>(tx: Tx, table: T, rows: readonly NewRows[T][]): Promise<void> {
  const appended = pending.get(tx) ?? nothing();
  const ofTable: NewRows[T][] = appended[table];
  ofTable.push(...rows);
  if (!pending.has(tx)) await insert(tx, appended, null);
}

/** Inserts what was appended so far: a later statement reads it or refers to it. */
export async function flush(tx: Tx): Promise<void> {
  await flushWith(tx, null);
}

/** The same, and in the same statement `last`, which sees nothing of what it inserts. Returns how many rows `last` changed. */
export function flushWith(sql: Sql, last: Prisma.Sql | null): Promise<number> {
  const appended = pending.get(sql) ?? nothing();
  if (pending.has(sql)) pending.set(sql, nothing());
  return insert(sql, appended, last);
}

/** One statement for all tables: the rows may refer to one another. `last`, or else the last insert, ends the statement. */
async function insert(sql: Sql, appended: Appended, last: Prisma.Sql | null): Promise<number> {
  const inserts = TABLES.flatMap((table) => (appended[table].length > 0 ? [insertInto(table, appended[table])] : []));
  const end = last ?? inserts.pop();
  if (!end) return 0;
  const others = inserts.map((one, at) => Prisma.sql`${Prisma.raw(`"insert_${at}"`)} AS (${one})`);
  return sql.execute(others.length > 0 ? Prisma.sql`WITH ${Prisma.join(others)} ${end}` : end);
}

/** Names the columns: one that a later version has added gets its default. */
function insertInto(table: Table, rows: readonly object[]): Prisma.Sql {
  const name = Prisma.raw(`"${table}"`);
  const columns = Prisma.raw(
    Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(", "),
  );
  const onConflict = table === "FlowEvent" ? Prisma.sql`ON CONFLICT DO NOTHING` : Prisma.empty;
  return Prisma.sql`INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${rowsAsJson(rows)}::jsonb) ${onConflict}`;
}
