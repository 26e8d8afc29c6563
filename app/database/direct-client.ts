import type { PrismaClient } from "../../prisma/client/client.ts";
import type pg from "pg";
import { directStatements } from "./direct-statements.ts";
import { createDirectTransactions } from "./direct-transaction.ts";
import type { WithConnection } from "./connection-override.ts";
import type { StatementNames } from "./statement-names.ts";

interface DirectClientOptions {
  pool: pg.Pool;
  withConnection: WithConnection;
  nameOf: StatementNames;
}

/**
 * A Prisma client whose raw SQL and whose transactions go straight to pg: the way of an order consists of these, and Prisma
 * would compute several times as long as PostgreSQL does. Models are Prisma's, also within a transaction. So is a transaction
 * with options, or a list of operations.
 */
export function createDirectClient(
  prisma: PrismaClient,
  { pool, withConnection, nameOf }: DirectClientOptions,
): PrismaClient {
  const transact = createDirectTransactions(prisma, { pool, withConnection, nameOf });
  const $transaction = (work: never, options?: never): Promise<unknown> =>
    typeof work === "function" && options === undefined ? transact(work) : prisma.$transaction(work, options);
  const direct: object = { ...directStatements(pool, nameOf), $transaction };
  return new Proxy(prisma, {
    get(target, name) {
      if (Object.hasOwn(direct, name)) return Reflect.get(direct, name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
}
