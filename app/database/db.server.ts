import { PrismaClient } from "../../prisma/client/client.ts";
import type pg from "pg";
import { CONNECT_TIMEOUT_MS, createPool, STATEMENT_TIMEOUT_MS } from "./pool.ts";
import type { Log } from "../ports/observe.ts";
import { ReleasingPrismaPg } from "./releasing-adapter.server.ts";
import { createSqlClient, type SqlClient } from "./sql.ts";
import { createStatementNames } from "./statement-names.ts";

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
