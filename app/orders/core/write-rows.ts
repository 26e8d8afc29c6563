import {
  Prisma,
  type Attempt,
  type Attention,
  type FlowEvent,
  type History,
  type Lookup,
  type OrderChange,
  type OrderLine,
  type ShopifyWrite,
  type Submission,
  type SubmissionLine,
  type Parcel,
} from "../../../prisma/client/client.ts";
import { rowsAsJson } from "../../database/rows.ts";
import type { Sql } from "../../database/sql.ts";

/** New rows by table, with all their columns. */
export interface NewRows {
  OrderLine: OrderLine;
  Submission: Submission;
  SubmissionLine: SubmissionLine;
  OrderChange: Omit<OrderChange, "basis"> & { basis: Prisma.InputJsonValue };
  Parcel: Parcel;
  Attempt: Omit<Attempt, "lines"> & { lines: Prisma.InputJsonValue };
  Lookup: Omit<Lookup, "laterOrders" | "detail"> & Record<"laterOrders" | "detail", Prisma.InputJsonValue>;
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
  sql: Sql,
  rows: { [T in Table]: readonly NewRows[T][] },
  last: Prisma.Sql | null = null,
): Promise<number> {
  const inserts = Object.entries(rows).flatMap(([table, ofTable]) =>
    ofTable.length > 0 ? [insertInto(table as Table, ofTable)] : [],
  );
  const end = last ?? inserts.pop();
  if (!end) return 0;
  const others = inserts.map((insert, at) => Prisma.sql`${Prisma.raw(`"insert_${at}"`)} AS (${insert})`);
  return sql.execute(others.length > 0 ? Prisma.sql`WITH ${Prisma.join(others)} ${end}` : end);
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
