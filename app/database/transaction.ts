import type { Prisma, PrismaClient } from "../../prisma/client/client.ts";

/**
 * Reads from one snapshot of the database: a state and its reasons belong together, and a read with `include` is
 * several statements. Not by a list of one: Prisma sends that without a transaction.
 */
export function inRepeatableRead<T>(db: PrismaClient, read: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: "RepeatableRead" });
}
