import { Prisma } from "../../prisma/client/client.ts";
import type { Sql } from "./sql.ts";

type Table = Prisma.ModelName;

/** A row of a table with all of its columns, as schema.prisma describes it. */
export type RowOf<T extends Table> = Prisma.TypeMap["model"][T]["payload"]["scalars"];

/**
 * The columns of a table for a statement, of a row named `alias` where there is one. By name: a migration that adds a column would end
 * a prepared statement that returns all of them (`createStatementNames`).
 */
export function columnsOf<T extends Table>(
  table: T,
  { alias, except = [] }: { alias?: string; except?: readonly (keyof RowOf<T>)[] } = {},
): Prisma.Sql {
  const fields = (Prisma as unknown as Record<string, object>)[`${table}ScalarFieldEnum`] ?? {};
  const columns = Object.keys(fields).filter((column) => !except.includes(column as keyof RowOf<T>));
  return Prisma.raw(columns.map((column) => (alias ? `${alias}."${column}"` : `"${column}"`)).join(", "));
}

/** Rows of a table. `rest`: what follows the name of the table in the statement. */
export const readRows = <T extends Table>(sql: Sql, table: T, rest: Prisma.Sql): Promise<RowOf<T>[]> =>
  sql.query<RowOf<T>>(Prisma.sql`SELECT ${columnsOf(table)} FROM ${Prisma.raw(`"${table}"`)} ${rest}`);

/** The columns of a row that hold an instant. */
type DateColumn<Row> = { [Column in keyof Row]-?: Date extends Row[Column] ? Column : never }[keyof Row];

/** Names every one of them. */
export type DateColumns<Row> = Readonly<Record<DateColumn<Row>, true>>;

/**
 * Rows that a statement aggregates into JSON (`json_agg`), as Prisma gives them: an instant is a text in JSON. null,
 * which PostgreSQL gives for no row, is an empty list.
 */
export function rowsFromJson<Row>(rows: readonly unknown[] | null, dates: DateColumns<Row>): Row[] {
  return (rows ?? []).map((row) => {
    const read = { ...(row as Record<string, unknown>) };
    for (const column of Object.keys(dates)) {
      const text = read[column];
      if (typeof text === "string") read[column] = new Date(text);
    }
    return read as Row;
  });
}

/** Rows as PostgreSQL reads them by `jsonb_populate_recordset`. */
export const rowsAsJson = (rows: readonly object[]): string => JSON.stringify(rows, toJsonb);

/** PostgreSQL reads bytes from hexadecimal text. Half a surrogate pair, which a parameter replaces, is an error in JSON. */
function toJsonb(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "string" ? value.toWellFormed() : value;
}
