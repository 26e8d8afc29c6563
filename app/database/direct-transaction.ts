import type { Prisma, PrismaClient } from "@prisma/client";
import type pg from "pg";
import { directStatements, type Connection } from "./direct-statements.ts";
import type { LendConnection } from "./lent-connection.ts";
import { STATEMENT_TIMEOUT_MS } from "./pool.ts";
import type { StatementNames } from "./statement-names.ts";
import type { Tx } from "./transaction.ts";

interface TransactionContext {
  pool: pg.Pool;
  lend: LendConnection;
  nameOf: StatementNames;
}

/** All statements of a transaction took too long together. The code is PostgreSQL's for one that was idle for too long. */
class TransactionTimeout extends Error {
  override name = "TransactionTimeout";
  readonly code = "25P03";
}

/** Does `work` in a transaction: raw SQL by pg, models by a transaction of Prisma that joins at the first use of one. */
export function createDirectTransactions(
  prisma: PrismaClient,
  { pool, lend, nameOf }: TransactionContext,
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
      await client.query("BEGIN");
      const connection = oneByOne(client, performance.now() + STATEMENT_TIMEOUT_MS);
      const models = joinWithModels(prisma, lend, connection);
      try {
        const result = await work(transactionOf(connection, nameOf, models));
        await models.leave();
        const { command } = await end("COMMIT");
        // PostgreSQL's answer where a statement had failed and `work` went on.
        if (command === "ROLLBACK") throw new Error("a transaction went on after a statement had failed");
        return result;
      } catch (error) {
        await models.leave(error);
        if (!isBroken) await end("ROLLBACK").catch(() => undefined);
        throw error;
      }
    } finally {
      client.release(isBroken);
    }
  };
}

/** Sends a statement once those before have ended: pg queues the others, warns of that, and will reject them. */
function oneByOne(client: pg.PoolClient, endsBy: number): Connection {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query(query) {
      const send = () => {
        if (performance.now() > endsBy) throw new TransactionTimeout("the transaction took too long");
        return client.query(query);
      };
      const current = last.then(send, send);
      last = current;
      return current;
    },
  };
}

/** Prisma's part in a transaction. */
interface Models {
  join(): Promise<Prisma.TransactionClient>;
  /** Ends Prisma's part. Rejects where Prisma has given up, unless `error` ends the transaction anyhow. */
  leave(error?: unknown): Promise<void>;
}

function joinWithModels(prisma: PrismaClient, lend: LendConnection, connection: Connection): Models {
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
        left = lend(connection, () => prisma.$transaction(stay));
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
