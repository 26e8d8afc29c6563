import { PrismaClient } from "@prisma/client";
import pg from "pg";
import type { Log } from "./ports/log.ts";
import { ReleasingPrismaPg } from "./releasing-adapter.server.ts";

export interface Database {
  db: PrismaClient;
  /** The connections that `db` uses, too: for hot paths in plain SQL. */
  pool: pg.Pool;
  close(): Promise<void>;
}

/** Waiting for a free or new connection, in milliseconds. Shopify gives a webhook 5 s in all. */
const CONNECT_MS = 4_000;
const STATEMENT_MS = 20_000;
/** The server ends a statement itself; one that hangs ends nothing, so we stop waiting a little later. */
const ANSWER_MS = 25_000;

/**
 * Opens PostgreSQL: one pool of at most `connections`, shared by Prisma and plain SQL.
 * Nothing is connected before the first query; a lost connection is replaced at the next one.
 */
export function createDatabase(url: string, options: { connections: number; log?: Log }): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.connections,
    connectionTimeoutMillis: CONNECT_MS,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    statement_timeout: STATEMENT_MS,
    query_timeout: ANSWER_MS,
    idle_in_transaction_session_timeout: STATEMENT_MS,
    application_name: "inkbridge",
  });
  // A connection that breaks raises this, idle or at work; without a listener it would end the process. Whoever works
  // on it gets the error of its query, too.
  const lost = (error: NodeJS.ErrnoException): void => {
    options.log?.warn({ code: error.code ?? error.name }, "a database connection was lost");
  };
  pool.on("error", lost);
  pool.on("connect", (client) => client.on("error", lost));
  const db = new PrismaClient({
    adapter: new ReleasingPrismaPg(pool),
    transactionOptions: { maxWait: CONNECT_MS, timeout: STATEMENT_MS },
    errorFormat: "minimal",
  });
  const close = async (): Promise<void> => {
    await db.$disconnect();
    await pool.end();
  };
  return { db, pool, close };
}
