import type { Prisma, PrismaClient } from "../../prisma/client/client.ts";
import type pg from "pg";
import { sendsAhead } from "./batching-client.ts";
import { directStatements, type Connection } from "./direct-statements.ts";
import type { WithConnection } from "./connection-override.ts";
import { STATEMENT_TIMEOUT_MS } from "./pool.ts";
import type { StatementNames } from "./statement-names.ts";
import { aheadOf, type Tx } from "./transaction.ts";

interface TransactionContext {
  pool: pg.Pool;
  withConnection: WithConnection;
  nameOf: StatementNames;
}

/** All statements of a transaction took too long together. The code is PostgreSQL's for one that was idle for too long. */
class TransactionTimeout extends Error {
  override name = "TransactionTimeout";
  readonly code = "25P03";
}

/**
 * Does `work` in a transaction: raw SQL by pg, models by a transaction of Prisma that joins at the first use of one. Where the
 * connection sends ahead, BEGIN goes with the first statement, and COMMIT with the last ones that nobody reads.
 */
export function createDirectTransactions(
  prisma: PrismaClient,
  { pool, withConnection, nameOf }: TransactionContext,
): <T>(work: (tx: Tx) => Promise<T>) => Promise<T> {
  return async (work) => {
    const client = await pool.connect();
    let isBroken = false;
    const end = (how: "COMMIT" | "ROLLBACK") =>
      client.query(how).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    try {
      const statements = sendInOrder(client, performance.now() + STATEMENT_TIMEOUT_MS);
      await statements.sendUnread(() => statements.query("BEGIN"));
      const models = joinWithModels(prisma, withConnection, statements);
      try {
        const tx = transactionOf(statements, nameOf, models);
        aheadOf.set(tx, statements.sendUnread);
        const result = await work(tx);
        await models.leave();
        await statements.settle();
        statements.close();
        const { command } = await end("COMMIT");
        // PostgreSQL's answer where a statement had failed and `work` went on.
        if (command === "ROLLBACK") throw new Error("a transaction went on after a statement had failed");
        return result;
      } catch (error) {
        await models.leave(error);
        statements.close();
        await statements.settle();
        if (!isBroken) await end("ROLLBACK").catch(() => undefined);
        // The later ones only say that the transaction has failed.
        await Promise.all(statements.unread);
        throw error;
      }
    } finally {
      client.release(isBroken);
    }
  };
}

interface Statements extends Connection {
  query(query: pg.QueryConfig | string): Promise<pg.QueryResult>;
  /** See sendUnread of transaction.ts. */
  sendUnread(this: void, send: () => Promise<unknown>): Promise<void>;
  /** What was sent so, and how that ends. */
  unread: readonly Promise<unknown>[];
  /** Where each statement waits for those before: until the last one has ended. */
  settle(this: void): Promise<void>;
  /** No statement is sent any more: after COMMIT or ROLLBACK it would belong to another transaction. */
  close(this: void): void;
}

/** The statements of a transaction, in the order in which they are given. */
function sendInOrder(client: pg.PoolClient, endsBy: number): Statements {
  const isAhead = sendsAhead(client);
  const unread: Promise<unknown>[] = [];
  let last: Promise<unknown> = Promise.resolve();
  let sent = 0;
  let isClosed = false;
  const send = (query: pg.QueryConfig | string) => {
    if (isClosed) throw new Error("the transaction has ended");
    if (performance.now() > endsBy) throw new TransactionTimeout("the transaction took too long");
    sent += 1;
    return client.query(query);
  };
  /** Sends a statement once those before have ended: pg queues the others, warns of that, and will reject them. */
  const sendNext = (query: pg.QueryConfig | string) => {
    const sendNow = () => send(query);
    const current = last.then(sendNow, sendNow);
    last = current;
    return current;
  };
  return {
    query: isAhead ? async (query) => send(query) : sendNext,
    async sendUnread(sendOne) {
      const before = sent;
      const answered = sendOne();
      // COMMIT must not follow a statement that was never sent.
      if (sent === before) return void (await answered);
      answered.catch(() => undefined);
      unread.push(answered);
    },
    unread,
    async settle() {
      await last.catch(() => undefined);
    },
    close() {
      isClosed = true;
    },
  };
}

/** Prisma's part in a transaction. */
interface Models {
  join(): Promise<Prisma.TransactionClient>;
  /** Ends Prisma's part. Rejects where Prisma has given up, unless `error` ends the transaction anyhow. */
  leave(error?: unknown): Promise<void>;
}

function joinWithModels(prisma: PrismaClient, withConnection: WithConnection, connection: Connection): Models {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  let joined: Promise<Prisma.TransactionClient> | null = null;
  let left: Promise<void> = Promise.resolve();
  return {
    join() {
      joined ??= new Promise((resolve, reject) => {
        const stay = (tx: Prisma.TransactionClient): Promise<void> => {
          resolve(tx);
          return ended;
        };
        left = withConnection(connection, () => prisma.$transaction(stay));
        left.catch(reject);
      });
      return joined;
    },
    async leave(error) {
      end();
      await (error === undefined ? left : left.catch(() => undefined));
    },
  };
}

/** Looks like a transaction of Prisma. */
function transactionOf(connection: Connection, nameOf: StatementNames, { join }: Models): Tx {
  const direct: object = directStatements(connection, nameOf);
  const model = (name: string) =>
    new Proxy(
      {},
      {
        get:
          (_, method) =>
          async (...args: unknown[]) =>
            call(await join(), [name, method as string], args),
      },
    );
  return new Proxy(direct, {
    get: (_, name) => (Object.hasOwn(direct, name) ? Reflect.get(direct, name) : model(name as string)),
  }) as Tx;
}

type Methods = Record<string, Record<string, (...args: unknown[]) => unknown>>;

const call = (tx: unknown, [model, method]: [string, string], args: unknown[]): unknown =>
  (tx as Methods)[model]?.[method]?.(...args);
