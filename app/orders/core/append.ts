import type { Prisma } from "../../../prisma/client/client.ts";
import type { Sql, SqlClient, Tx } from "../../database/sql.ts";
import { insertRows, type NewRows } from "./write-rows.ts";

type Appended = { [T in keyof NewRows]: NewRows[T][] };

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
export async function append<T extends keyof NewRows>(tx: Tx, table: T, rows: readonly NewRows[T][]): Promise<void> {
  const appended = pending.get(tx);
  if (!appended) return void (await insertRows(tx, { ...nothing(), [table]: rows }));
  const ofTable: NewRows[T][] = appended[table];
  ofTable.push(...rows);
}

/** Inserts what was appended so far: a later statement reads it or refers to it. */
export async function flush(tx: Tx): Promise<void> {
  await flushWith(tx, null);
}

/** The same, and in the same statement `last`, which sees nothing of what it inserts. Returns how many rows `last` changed. */
export async function flushWith(sql: Sql, last: Prisma.Sql | null): Promise<number> {
  const appended = pending.get(sql) ?? nothing();
  if (pending.has(sql)) pending.set(sql, nothing());
  return insertRows(sql, appended, last);
}

const nothing = (): Appended => ({
  OrderLine: [],
  Submission: [],
  SubmissionLine: [],
  OrderChange: [],
  Parcel: [],
  Attempt: [],
  Lookup: [],
  Attention: [],
  ShopifyWrite: [],
  FlowEvent: [],
  History: [],
});
