import { Prisma, type Order, type Parcel, type ShopifyWrite, type Submission } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";

/** The tables whose rows the way of an order changes. */
interface Rows {
  Order: Order;
  Submission: Submission;
  Parcel: Parcel;
  ShopifyWrite: ShopifyWrite;
}

type Table = keyof Rows;

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
export async function updateRows<T extends Table, Column extends keyof Rows[T] & string = never>(
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
