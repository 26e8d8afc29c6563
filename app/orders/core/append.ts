import type { Prisma, PrismaClient } from "../../../prisma/client/client.ts";
import { insertRows, type NewRows } from "./write-rows.ts";
import { sendUnread, type Tx } from "../../database/transaction.ts";

type Appended = { [T in keyof NewRows]: NewRows[T][] };

/** What the transactions of `transact` have appended and not inserted yet. */
const pending = new WeakMap<Tx, Appended>();

/** Does `work` in a transaction. What it appends is inserted at its end, in one statement. */
export function transact<T>({ db }: { db: PrismaClient }, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(async (tx) => {
    pending.set(tx, nothing());
    const result = await work(tx);
    await sendUnread(tx, () => flush(tx));
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
export async function flushWith(tx: Tx, last: Prisma.Sql | null): Promise<number> {
  const appended = pending.get(tx) ?? nothing();
  if (pending.has(tx)) pending.set(tx, nothing());
  return insertRows(tx, appended, last);
}

const nothing = (): Appended => ({
  OrderLine: [],
  Submission: [],
  SubmissionLine: [],
  Parcel: [],
  Attempt: [],
  Attention: [],
  ShopifyWrite: [],
  FlowEvent: [],
  History: [],
});
