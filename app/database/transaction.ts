import type { Prisma, PrismaClient } from "../../prisma/client/client.ts";

/** A transaction. Inside one, never use the outer client, and never call another system. */
export type Tx = Prisma.TransactionClient;

/** What sends statements of a transaction ahead (app/database/direct-transaction.ts); no entry: the transaction does not. */
export const aheadOf = new WeakMap<object, (send: () => Promise<unknown>) => Promise<void>>();

/**
 * Sends a statement whose result nobody reads, and waits for no answer where the connection sends ahead: the end of the
 * transaction does. Where the statement fails, the transaction fails with the error of it. `send` sends one statement.
 */
export async function sendUnread(tx: Tx, send: () => Promise<unknown>): Promise<void> {
  const ahead = aheadOf.get(tx);
  await (ahead ? ahead(send) : send());
}

/**
 * Reads from one snapshot of the database: a state and its reasons belong together, and a read with `include` is
 * several statements. Not by a list of one: Prisma sends that without a transaction.
 */
export function inRepeatableRead<T>(db: PrismaClient, read: (tx: Tx) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: "RepeatableRead" });
}
