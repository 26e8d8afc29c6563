import { AsyncLocalStorage } from "node:async_hooks";
import type pg from "pg";
import type { Connection } from "./direct-statements.ts";

/** Runs `work`; the transaction that Prisma begins in it is part of the one that `connection` is in. */
export type WithConnection = <T>(connection: Connection, work: () => Promise<T>) => Promise<T>;

/** The ends of the transaction are those of its owner. */
const BOUNDARY = /^(BEGIN|COMMIT|ROLLBACK)$/;
const NOTHING = { rows: [], fields: [], rowCount: 0 };

/** A pool for Prisma's adapter that hands out the given connection while `withConnection` runs. */
export function createOverridablePool(pool: pg.Pool): { pool: pg.Pool; withConnection: WithConnection } {
  const override = new AsyncLocalStorage<Connection>();
  const connect = (): Promise<unknown> => {
    const connection = override.getStore();
    return connection ? Promise.resolve(clientOf(connection)) : pool.connect();
  };
  const overridable = Object.assign(Object.create(pool) as pg.Pool, { connect, query: pool.query.bind(pool) });
  return { pool: overridable, withConnection: (connection, work) => override.run(connection, work) };
}

/** What the adapter uses of a client of the pool. */
function clientOf(connection: Connection) {
  const nothing = (): void => undefined;
  return {
    query: (query: pg.QueryConfig) => (BOUNDARY.test(query.text) ? Promise.resolve(NOTHING) : connection.query(query)),
    on: nothing,
    removeListener: nothing,
    release: nothing,
  };
}
