import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Connection } from "./direct-statements.ts";

/** Runs `work`; the transaction that Prisma begins in it is part of the one that `connection` is in. */
export type LendConnection = <T>(connection: Connection, work: () => Promise<T>) => Promise<T>;

/** The ends of the transaction are those of its owner. */
const BOUNDARY = /^(BEGIN|COMMIT|ROLLBACK)$/;
const NOTHING = { rows: [], fields: [], rowCount: 0 };

/** A pool for Prisma's adapter that hands out a connection which was lent to it, where one was. */
export function createLendingPool(pool: pg.Pool): { pool: pg.Pool; lend: LendConnection } {
  const lent = new AsyncLocalStorage<Connection>();
  const connect = (): Promise<unknown> => {
    const connection = lent.getStore();
    return connection ? Promise.resolve(lentConnection(connection)) : pool.connect();
  };
  const lending = Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) });
  return { pool: lending, lend: (connection, work) => lent.run(connection, work) };
}

/** What the adapter uses of a client of the pool. */
function lentConnection(connection: Connection) {
  const nothing = (): void => undefined;
  return {
    query: (query: pg.QueryConfig) => (BOUNDARY.test(query.text) ? Promise.resolve(NOTHING) : connection.query(query)),
    on: nothing,
    removeListener: nothing,
    release: nothing,
  };
}
