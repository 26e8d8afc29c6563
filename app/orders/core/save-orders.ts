import { Prisma } from "../../../prisma/client/client.ts";
import { rowsAsJson } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import { append, flush, type NewRows } from "./append.ts";
import type { LoadedSubmission, OrderRows } from "./order-rows.ts";

/** The rows of an order before and after a decision. */
export interface DecidedOrder {
  before: OrderRows;
  after: OrderRows;
}

type Row = { id: string };

/** What differs between the rows of a table before and after: new rows, rows that are gone, and rows with new values in some columns. */
interface Difference<T extends Row> {
  inserted: T[];
  deleted: string[];
  /** By the columns that change, since one statement sets the same columns of all its rows. */
  updated: Map<string, { before: T; after: T }[]>;
}

/**
 * Writes what decisions have changed, whatever the number of orders: new rows at the end of the transaction (append.ts), and one
 * statement for the same columns of a table. Needs the locks of the orders. @throws when a submission or a parcel was changed without
 * the lock of its order
 */
export async function saveOrders(tx: Tx, orders: readonly DecidedOrder[]): Promise<void> {
  const all = <T>(rowsOf: (rows: OrderRows) => T[]) => ({
    before: orders.flatMap(({ before }) => rowsOf(before)),
    after: orders.flatMap(({ after }) => rowsOf(after)),
  });
  const submissions = all(({ submissions: rows }) => rows.map(withoutParts));
  const parts = difference(all((rows) => rows.submissions.flatMap(({ lines }) => lines)));
  const changes = [
    ["Order", difference(all(({ order }) => [order]))],
    ["OrderLine", difference(all(({ lines }) => lines))],
    ["Submission", difference(submissions)],
    ["SubmissionLine", parts],
    ["Attention", difference(all(({ attentions }) => attentions))],
    ["OrderChange", difference(all(({ changes: rows }) => rows))],
    ["Attempt", difference(all(({ attempts }) => attempts))],
    ["Parcel", difference(all(({ parcels }) => parcels))],
    ["ShopifyWrite", difference(all(({ writes }) => writes))],
  ] as const;
  const deleteParts = () => tx.execute`DELETE FROM "SubmissionLine" WHERE "id" = ANY(${parts.deleted}::uuid[])`;
  await Promise.all([
    ...(parts.deleted.length > 0 ? [deleteParts()] : []),
    ...changes.flatMap(([table, { updated }]) =>
      [...updated].map(([columns, rows]) => updateRowsOf<Row>(tx, table, columns.split(" "), rows)),
    ),
  ]);
  for (const [table, { inserted }] of changes)
    if (table !== "Order" && table !== "OrderChange" && inserted.length > 0)
      await append(tx, table, inserted as unknown as NewRows[typeof table][]);
  for (const table of ["History", "FlowEvent"] as const)
    await append(
      tx,
      table,
      orders.flatMap(({ after }) => after.added[table] as NewRows[typeof table][]),
    );
  // What staff does next in the transaction may answer a reason that is new: a change is saved with its approval.
  if (changes.some(([table, { inserted }]) => table === "Attention" && inserted.length > 0)) await flush(tx);
}

function withoutParts({ lines: _lines, hasPayload: _hasPayload, attempts: _attempts, ...row }: LoadedSubmission) {
  return row;
}

function difference<T extends Row>({ before, after }: { before: T[]; after: T[] }): Difference<T> {
  const old = new Map(before.map((row) => [row.id, row]));
  const kept = new Set(after.map(({ id }) => id));
  const changed = after.flatMap((row) => {
    const was = old.get(row.id);
    const columns = was === undefined || was === row ? [] : changedColumns(was, row);
    return was && columns.length > 0 ? [{ before: was, after: row, columns: columns.join(" ") }] : [];
  });
  return {
    inserted: after.filter(({ id }) => !old.has(id)),
    deleted: before.map(({ id }) => id).filter((id) => !kept.has(id)),
    updated: Map.groupBy(changed, ({ columns }) => columns),
  };
}

const changedColumns = <T extends Row>(before: T, after: T): string[] =>
  (Object.keys(after) as (keyof T & string)[]).filter(
    (column) => after[column] !== undefined && !isSame(before[column], after[column]),
  );

function isSame(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  // Encrypted content differs each time that it is encrypted.
  if (one instanceof Uint8Array || other instanceof Uint8Array) return false;
  return JSON.stringify(one) === JSON.stringify(other);
}

type UpdatedTable =
  | "Order"
  | "OrderLine"
  | "Submission"
  | "SubmissionLine"
  | "Attention"
  | "OrderChange"
  | "Attempt"
  | "Parcel"
  | "ShopifyWrite";

/** Their rows are fenced by the state and the version that were loaded. */
const FENCED: readonly UpdatedTable[] = ["Submission", "Parcel"];

/** Sets columns of several rows, in one statement. */
async function updateRowsOf<T extends Row>(
  tx: Tx,
  table: UpdatedTable,
  columns: readonly string[],
  rows: readonly { before: T; after: T }[],
): Promise<void> {
  const name = Prisma.raw(`"${table}"`);
  const set = Prisma.raw(columns.map((column) => `"${column}" = x."${column}"`).join(", "));
  const values = rowsAsJson(rows.map(({ after }) => pick(after, ["id", ...columns])));
  const update = Prisma.sql`
    UPDATE ${name} t SET ${set} FROM jsonb_populate_recordset(NULL::${name}, ${values}::jsonb) x WHERE t."id" = x."id"`;
  if (!FENCED.includes(table)) return void (await tx.execute(update));
  const was = rows.map(({ before }) => before as unknown as { id: string; version: number; state: string });
  const [ids, versions] = [was.map(({ id }) => id), was.map(({ version }) => version)];
  const changed = await tx.execute`${update}
    AND (t."id", t."version", t."state"::text)
      IN (SELECT * FROM unnest(${ids}::uuid[], ${versions}::int[], ${was.map(({ state }) => state)}::text[]))`;
  if (changed !== rows.length) throw new Error(`a ${table} was changed without the lock of its order`);
}

const pick = <T extends Row>(row: T, columns: readonly string[]): object =>
  Object.fromEntries(columns.map((column) => [column, row[column as keyof T]]));
