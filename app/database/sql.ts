import { Prisma } from "../../prisma/client/client.ts";
import pg from "pg";
import { STATEMENT_TIMEOUT_MS } from "./pool.ts";

/** Without wildcards of LIKE. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, "\\$&");

/** A tagged template, or a statement that was put together before. */
type Statement = TemplateStringsArray | Prisma.Sql;

/** Plain SQL by pg, for the way of an order: Prisma would compute several times as long as PostgreSQL does. */
export interface Sql {
  query<Row>(statement: Statement, ...values: unknown[]): Promise<Row[]>;
  /** Returns how many rows the statement changed. */
  execute(statement: Statement, ...values: unknown[]): Promise<number>;
}

/**
 * A transaction. Inside one, never use the outer client, and never call another system. Statements that need not wait for each other
 * are given together (`Promise.all`): they run in their order, each with a snapshot of its own.
 */
export interface Tx extends Sql {
  readonly inTransaction: true;
}

export interface SqlClient extends Sql {
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** All statements of a transaction took too long together. The code is PostgreSQL's for one that was idle for too long. */
class TransactionTimeout extends Error {
  override name = "TransactionTimeout";
  readonly code = "25P03";
}

type Send = (query: pg.QueryConfig | string) => Promise<pg.QueryResult>;

export function createSqlClient(pool: pg.Pool, nameOf: StatementNames): SqlClient {
  const statementsBy = (send: Send): Sql => {
    const run = (statement: Statement, given: unknown[]): Promise<pg.QueryResult> => {
      const { text, values } = "raw" in statement ? Prisma.sql(statement, ...given) : statement;
      return send({ name: nameOf(text, values.length), text, values: values.map(toParameter), types: TYPES });
    };
    return {
      query: <Row>(statement: Statement, ...values: unknown[]) =>
        handled(run(statement, values).then(({ rows }) => rows as Row[])),
      execute: (statement, ...values) => handled(run(statement, values).then(({ rowCount }) => rowCount ?? 0)),
    };
  };
  const transaction = async <T>(work: (tx: Tx) => Promise<T>): Promise<T> => {
    const client = await pool.connect();
    const endsBy = performance.now() + STATEMENT_TIMEOUT_MS;
    let hasEnded = false;
    let isBroken = false;
    let firstError: unknown;
    const sendWithin: Send = async (query) => {
      // It would belong to the next transaction of the connection.
      if (hasEnded) throw new Error("the transaction has ended");
      if (performance.now() > endsBy) throw new TransactionTimeout("the transaction took too long");
      return client.query(query).catch((error: unknown) => {
        firstError ??= error;
        throw error;
      });
    };
    const end = (how: "COMMIT" | "ROLLBACK") => {
      hasEnded = true;
      return client.query(how).catch((error: unknown) => {
        isBroken = true;
        throw error;
      });
    };
    try {
      // The first statement goes without waiting for the answer to BEGIN.
      const [, result] = await Promise.all([
        handled(sendWithin("BEGIN")),
        work({ ...statementsBy(sendWithin), inTransaction: true }),
      ]);
      // PostgreSQL answers so where a statement has failed, and `work` went on.
      const { command } = await end("COMMIT");
      if (command === "ROLLBACK") throw new Error("a statement of the transaction had failed", { cause: firstError });
      return result;
    } catch (error) {
      if (!hasEnded) await end("ROLLBACK").catch(() => undefined);
      // The statements behind one that failed only say that the transaction has failed.
      throw isAborted(error) ? firstError : error;
    } finally {
      client.release(isBroken);
    }
  };
  return { ...statementsBy((query) => pool.query(query)), transaction };
}

/** `Promise.all` reports one rejection. The others must not end the process, nor one that comes before somebody awaits it. */
function handled<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined);
  return promise;
}

/** PostgreSQL's code for every statement between one that failed and the end of its transaction. */
const isAborted = (error: unknown): boolean => (error as { code?: unknown } | null)?.code === "25P02";

/** pg would send an instant in the time zone of this process, and a decimal as JSON. */
function toParameter(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toParameter);
  return Prisma.Decimal.isDecimal(value) ? value.toFixed() : value;
}

const { INT8, NUMERIC, BYTEA } = pg.types.builtins;
const parseBytes = pg.types.getTypeParser(BYTEA, "text") as (text: string) => Buffer;

/** What pg would return as text, or as a Buffer. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, (text) => new Prisma.Decimal(text)],
  [BYTEA, (text) => new Uint8Array(parseBytes(text))],
]);

const TYPES = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ??
    pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};

/** Statements that one connection keeps; further ones are planned each time, such as lists of many lengths. */
const MAX_NAMES = 400;

/** A migration that adds a column ends a prepared statement that returns all columns: PostgreSQL rejects the next use. */
const RETURNS_ALL_COLUMNS = /\b(SELECT|RETURNING) \*/i;

/** The name of a statement with so many parameters; undefined: it has none. */
type StatementNames = (sql: string, parameters: number) => string | undefined;

/**
 * Names the statements of a process by their text: PostgreSQL parses and plans a named statement once for each connection,
 * which takes longer than most statements of an order. One without parameters is cheap.
 */
export function createStatementNames(max = MAX_NAMES): StatementNames {
  const names = new Map<string, string>();
  return (sql, parameters) => {
    const known = names.get(sql);
    if (known !== undefined) return known;
    if (parameters === 0 || names.size >= max || RETURNS_ALL_COLUMNS.test(sql)) return undefined;
    const name = `inkbridge_${names.size}`;
    names.set(sql, name);
    return name;
  };
}

/**
 * What an id is compared with in the condition of a statement that changes a batch: `"id" = ANY (…)`. `batch` selects the ids, with a
 * limit, and locks their rows. It runs once. After `IN`, PostgreSQL may run it again for each row of the table, where it takes the
 * table for almost empty: each time it would skip what is changed by now, and lock the next batch, until all rows are changed.
 */
export const inBatch = (batch: Prisma.Sql): Prisma.Sql => Prisma.sql`= ANY (ARRAY(${batch}))`;
