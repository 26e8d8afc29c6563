import { PrismaPg } from "@prisma/adapter-pg";
import type pg from "pg";
import { PrismaClient, type Prisma } from "../../prisma/client/client.ts";
import type { Log } from "../ports/observe.ts";
import { CONNECT_TIMEOUT_MS, createPool, STATEMENT_TIMEOUT_MS, TRANSACTION_END } from "./pool.ts";
import { createSqlClient, createStatementNames, type SqlClient } from "./sql.ts";

export interface Database {
  /** For pages, settings, the catalog and whatever is not hot. */
  db: PrismaClient;
  /** For the way of an order. A transaction is of one of the two. */
  sql: SqlClient;
  /** The connections of both. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/**
 * Opens PostgreSQL: one pool of at most `connections`, shared by Prisma and plain SQL.
 * Nothing is connected before the first query; a lost connection is replaced at the next one.
 */
export function createDatabase(
  url: string,
  options: { connections: number; log?: Log; connectTimeoutMs?: number },
): Database {
  const { connectTimeoutMs = CONNECT_TIMEOUT_MS } = options;
  const pool = createPool(url, options);
  // A broken connection emits "error", idle or in use; without a listener the process would end. The query that uses it
  // fails, too.
  const lost = (error: NodeJS.ErrnoException): void => {
    options.log?.warn({ code: error.code ?? error.name }, "a database connection was lost");
  };
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const nameOf = createStatementNames();
  const db = new PrismaClient({
    // Prisma's types want a name for each statement; pg takes undefined for none.
    adapter: new ReleasingPrismaPg(pool, {
      statementNameGenerator: ({ sql, args }) => nameOf(sql, args.length) as string,
    }),
    transactionOptions: { maxWait: connectTimeoutMs, timeout: STATEMENT_TIMEOUT_MS },
    errorFormat: "minimal",
  });
  const close = async (): Promise<void> => {
    await db.$disconnect();
    await pool.end();
  };
  return { db, sql: createSqlClient(pool, nameOf), pool, close };
}

/**
 * Prisma's adapter for PostgreSQL, which closes a connection whose COMMIT or ROLLBACK fails: Prisma never returns it to the pool, which
 * would run empty until the process restarts.
 */
class ReleasingPrismaPg extends PrismaPg {
  override async connect() {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => {
      const transaction = await start(isolation);
      const execute = transaction.executeRaw.bind(transaction);
      transaction.executeRaw = (query) =>
        execute(query).catch((error: unknown) => {
          // Prisma sends these itself, and calls the adapter only after they have succeeded. `client`, the transaction's connection, is
          // public but missing in the types.
          if (TRANSACTION_END.test(query.sql))
            (transaction as unknown as { client: pg.PoolClient }).client.release(true);
          throw error;
        });
      return transaction;
    };
    return adapter;
  }
}

/**
 * Reads from one snapshot of the database: a state and its reasons belong together, and a read with `include` is
 * several statements. Not by a list of one: Prisma sends that without a transaction.
 */
export function inRepeatableRead<T>(db: PrismaClient, read: (tx: Prisma.TransactionClient) => Promise<T>): Promise<T> {
  return db.$transaction(read, { isolationLevel: "RepeatableRead" });
}
