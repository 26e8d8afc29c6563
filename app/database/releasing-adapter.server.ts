import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { TRANSACTION_END } from "./pooled-session.ts";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/**
 * Prisma's adapter for PostgreSQL with two corrections. It sends the statements of a transaction one by one: Prisma
 * reads relations in parallel on one connection, which pg queues, warns of, and will reject. And it closes a connection
 * whose COMMIT or ROLLBACK fails: Prisma never returns it to the pool, which would run empty until the process
 * restarts.
 */
export class ReleasingPrismaPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => serialized(releasingOnFailure(await start(isolation)));
    return adapter;
  }
}

function releasingOnFailure(transaction: Transaction): Transaction {
  const execute = transaction.executeRaw.bind(transaction);
  transaction.executeRaw = async (query) => {
    try {
      return await execute(query);
    } catch (error) {
      // Prisma sends these itself, and calls the adapter only after they have succeeded. `client`, the transaction's connection, is
      // public but missing in the types.
      if (TRANSACTION_END.test(query.sql)) (transaction as unknown as { client: pg.PoolClient }).client.release(true);
      throw error;
    }
  };
  return transaction;
}

function serialized(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const enqueue = <T>(work: () => Promise<T>): Promise<T> => {
    const current = last.then(work, work);
    last = current.catch(() => undefined);
    return current;
  };
  const query = transaction.queryRaw.bind(transaction);
  const execute = transaction.executeRaw.bind(transaction);
  transaction.queryRaw = (given) => enqueue(() => query(given));
  transaction.executeRaw = (given) => enqueue(() => execute(given));
  return transaction;
}
