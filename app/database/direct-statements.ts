import { Prisma } from "../../prisma/client/client.ts";
import pg from "pg";
import type { StatementNames } from "./statement-names.ts";

/** What runs a statement: the pool, or the connection of a transaction. */
export interface Connection {
  query(query: pg.QueryConfig): Promise<pg.QueryResult>;
}

/** Raw SQL of Prisma's client: a tagged template, or a query that was put together before. */
type RawQuery = TemplateStringsArray | Prisma.Sql;

/** The methods of Prisma's client that take raw SQL. */
export interface DirectStatements {
  $queryRaw(query: RawQuery, ...values: unknown[]): Promise<unknown[]>;
  $executeRaw(query: RawQuery, ...values: unknown[]): Promise<number>;
}

/**
 * Sends raw SQL to PostgreSQL by pg itself, for less than half of what Prisma's client computes. Values and rows are those that
 * Prisma would send and return.
 */
export function directStatements(connection: Connection, nameOf: StatementNames): DirectStatements {
  const run = (query: RawQuery, given: unknown[]): Promise<pg.QueryResult> => {
    const { text, values } = "raw" in query ? Prisma.sql(query, ...given) : query;
    return connection.query({ name: nameOf(text, values.length), text, values: values.map(toParameter), types: TYPES });
  };
  return {
    $queryRaw: async (query, ...values) => (await run(query, values)).rows,
    $executeRaw: async (query, ...values) => (await run(query, values)).rowCount ?? 0,
  };
}

/** pg would send an instant in the time zone of this process, and a decimal as JSON. */
function toParameter(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(toParameter);
  return Prisma.Decimal.isDecimal(value) ? value.toFixed() : value;
}

const { INT8, NUMERIC, BYTEA } = pg.types.builtins;

/** What pg returns as text, or as a Buffer. */
const PARSERS = new Map<number, (text: string) => unknown>([
  [INT8, BigInt],
  [NUMERIC, (text) => new Prisma.Decimal(text)],
  [BYTEA, (text) => new Uint8Array(parseBytes(text))],
]);
const parseBytes = pg.types.getTypeParser(BYTEA, "text") as (text: string) => Buffer;

const TYPES = {
  getTypeParser: ((oid: number, format?: "text" | "binary") =>
    (format === "binary" ? undefined : PARSERS.get(oid)) ??
    pg.types.getTypeParser(oid, format as "text")) as typeof pg.types.getTypeParser,
};
