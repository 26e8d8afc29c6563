import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";

type Adapter = Awaited<ReturnType<PrismaPg["connect"]>>;
type Transaction = Awaited<ReturnType<Adapter["startTransaction"]>>;

/** Prisma sends these itself, and tells the adapter only once they have succeeded. */
const TRANSACTION_END = /^\s*(COMMIT|ROLLBACK)\s*$/i;

/**
 * Prisma's adapter for PostgreSQL, but for two things. It sends the statements of a transaction one by one: Prisma reads relations
 * side by side on its one connection, which pg only queues, warns of, and will refuse. And where the end of a transaction fails (the connection is lost, COMMIT is
 * refused), Prisma never gives the connection back. Each time the pool is smaller by one, and at last nothing gets a
 * connection any longer until the process is started anew. Here such a connection is closed, and replaced at the next need.
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
      // Not a secret, only not in its types: the connection that this transaction has.
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
