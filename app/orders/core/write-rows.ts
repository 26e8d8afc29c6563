import {
  Prisma,
  type Attempt,
  type Attention,
  type FlowEvent,
  type History,
  type OrderLine,
  type ShopifyWrite,
  type Submission,
  type SubmissionLine,
  type Order,
  type Parcel,
} from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";

/** New rows by table, with all their columns. */
export interface NewRows {
  OrderLine: OrderLine;
  Submission: Submission;
  SubmissionLine: SubmissionLine;
  Parcel: Parcel;
  Attempt: Omit<Attempt, "lines"> & { lines: Prisma.InputJsonValue };
  Attention: Omit<Attention, "detail"> & { detail: Prisma.InputJsonValue };
  ShopifyWrite: Omit<ShopifyWrite, "lines"> & { lines: Prisma.InputJsonValue };
  /** One of each trigger and subject: further ones are dropped. */
  FlowEvent: Omit<FlowEvent, "skuEvent"> & { skuEvent: Prisma.InputJsonValue | null };
  History: Omit<History, "data"> & { data: Prisma.InputJsonValue };
}

type Table = keyof NewRows;

/**
 * Inserts rows of several tables in one statement: they may refer to one another. `last` ends the statement. Returns how many rows
 * its end changed.
 */
export async function insertRows(
  tx: Tx,
  rows: { [T in Table]: readonly NewRows[T][] },
  last: Prisma.Sql | null = null,
): Promise<number> {
  const inserts = Object.entries(rows).flatMap(([table, ofTable]) =>
    ofTable.length > 0 ? [insertInto(table as Table, ofTable)] : [],
  );
  const end = last ?? inserts.pop();
  if (!end) return 0;
  const others = inserts.map((insert, at) => Prisma.sql`${Prisma.raw(`"insert_${at}"`)} AS (${insert})`);
  return tx.$executeRaw(others.length > 0 ? Prisma.sql`WITH ${Prisma.join(others)} ${end}` : end);
}

/** Names the columns: one that a later version has added gets its default. */
function insertInto(table: Table, rows: readonly object[]): Prisma.Sql {
  const name = Prisma.raw(`"${table}"`);
  const columns = Prisma.raw(
    Object.keys(rows[0] ?? {})
      .map((column) => `"${column}"`)
      .join(", "),
  );
  const onConflict = table === "FlowEvent" ? Prisma.sql`ON CONFLICT DO NOTHING` : Prisma.empty;
  return Prisma.sql`INSERT INTO ${name} (${columns})
    SELECT ${columns} FROM jsonb_populate_recordset(NULL::${name}, ${rowsAsJson(rows)}::jsonb) ${onConflict}`;
}

/** Rows as PostgreSQL reads them by `jsonb_populate_recordset`. */
export const rowsAsJson = (rows: readonly object[]): string => JSON.stringify(rows, toJsonb);

/** PostgreSQL reads bytes from hexadecimal text. Half a surrogate pair, which a parameter replaces, is an error in JSON. */
function toJsonb(_key: string, value: unknown): unknown {
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  return typeof value === "string" ? value.toWellFormed() : value;
}

/** The tables whose rows the way of an order changes. */
interface Rows {
  Order: Order;
  Submission: Submission;
  Parcel: Parcel;
  ShopifyWrite: ShopifyWrite;
}

type ChangedTable = keyof Rows;

/** `increment`: what is added to the present value. */
interface Increment {
  increment: number;
}

/** The columns of these tables that hold JSON: pg would send a list as an array of PostgreSQL. */
const JSON_COLUMNS = ["fulfillmentOrders", "lines"] as const;
type JsonColumn = (typeof JSON_COLUMNS)[number];

/** New values by column; undefined: the column stays as it is. */
export type Changes<Row> = {
  [Column in keyof Row]?: (Column extends JsonColumn ? Prisma.InputJsonValue : Row[Column] | Increment) | undefined;
};

/**
 * Changes the rows that have these values, and returns these columns of them: in one statement that pg sends by itself
 * (app/database/direct-client.ts), while Prisma would put one together each time.
 */
export async function updateRows<T extends ChangedTable, Column extends keyof Rows[T] & string = never>(
  tx: Tx,
  table: T,
  where: Partial<Rows[T]>,
  changes: Changes<Rows[T]>,
  returning: readonly Column[] = [],
): Promise<Pick<Rows[T], Column>[]> {
  const set = entries(changes).map(([column, value]) => assignment(column, value));
  const conditions = entries(where).map(([column, value]) =>
    value === null ? Prisma.sql`${name(column)} IS NULL` : Prisma.sql`${name(column)} = ${value}`,
  );
  const columns = returning.length > 0 ? Prisma.join(returning.map(name)) : Prisma.sql`1`;
  return tx.$queryRaw<Pick<Rows[T], Column>[]>`
    UPDATE ${name(table)} SET ${Prisma.join(set)} WHERE ${Prisma.join(conditions, " AND ")} RETURNING ${columns}`;
}

const entries = (row: object): [string, unknown][] => Object.entries(row).filter(([, value]) => value !== undefined);

const name = (of: string): Prisma.Sql => Prisma.raw(`"${of}"`);

function assignment(column: string, value: unknown): Prisma.Sql {
  if (isIncrement(value)) return Prisma.sql`${name(column)} = ${name(column)} + ${value.increment}`;
  return Prisma.sql`${name(column)} = ${JSON_COLUMNS.some((json) => json === column) ? JSON.stringify(value) : value}`;
}

const isIncrement = (value: unknown): value is Increment =>
  typeof value === "object" && value !== null && "increment" in value;
