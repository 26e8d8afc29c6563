import { Prisma, type Order, type Submission } from "../../../prisma/client/client.ts";
import { columnsOf } from "../../database/rows.ts";
import type { SqlClient, Tx } from "../../database/sql.ts";
import { transact } from "./append.ts";
import type { OrderId, ShopId, SubmissionId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

/** Runs in the transaction that changes an order, at its end: what it writes is committed with the change. */
export type InTransaction = (tx: Tx, orderId: OrderId) => Promise<void>;

/** Locks an order's row until the transaction ends: everything that changes an order's rows does this first. */
export async function lockOrder(tx: Tx, orderId: OrderId): Promise<void> {
  await tx.query`SELECT 1 FROM "Order" WHERE "id" = ${orderId}::uuid FOR UPDATE`;
}

/** Does `work` in a transaction that has locked the order. */
export function withOrderLock<T>(ctx: { sql: SqlClient }, orderId: OrderId, work: (tx: Tx) => Promise<T>): Promise<T> {
  return transact(ctx, async (tx) => {
    await lockOrder(tx, orderId);
    return work(tx);
  });
}

type LockedSubmission = Submission & { order: Pick<Order, "cancelledAt"> };

/** Locks a submission's order, then reads the submission; null where there is none. */
export async function lockSubmission(tx: Tx, id: SubmissionId): Promise<LockedSubmission | null> {
  const [, [row]] = await Promise.all([
    tx.query`SELECT 1 FROM "Order" WHERE "id" = (SELECT "orderId" FROM "Submission" WHERE "id" = ${id}::uuid) FOR UPDATE`,
    tx.query<Submission & Pick<Order, "cancelledAt">>`
      SELECT ${columnsOf("Submission", { alias: "s" })}, o."cancelledAt"
      FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId" WHERE s."id" = ${id}::uuid`,
  ]);
  if (!row) return null;
  const { cancelledAt, ...submission } = row;
  return { ...submission, order: { cancelledAt } };
}

/** Locks several orders in the order of their ids, so that two transactions that lock some of the same do not deadlock. */
export async function lockOrders(tx: Tx, orderIds: readonly OrderId[]): Promise<void> {
  await tx.query`SELECT 1 FROM "Order" WHERE "id" = ANY(${orderIds}::uuid[]) ORDER BY "id" FOR UPDATE`;
}

export const ORDER_COLUMNS = columnsOf("Order");

/**
 * A statement that locks the orders that meet a condition, in the order of their ids, and gives their rows as they are once they are
 * locked. `skipLocked`: those that another transaction has locked are left out.
 */
export const lockingOrders = (condition: Prisma.Sql, { skipLocked = false } = {}): Prisma.Sql => Prisma.sql`
  SELECT ${ORDER_COLUMNS} FROM "Order" WHERE ${condition} ORDER BY "id"
  FOR UPDATE ${skipLocked ? Prisma.sql`SKIP LOCKED` : Prisma.empty}`;

/** Locks an order by its Shopify id; null where there is none. Returns the row as it is once it is locked. */
export async function lockOrderByGid(tx: Tx, shopId: ShopId, shopifyGid: Gid<"Order">): Promise<Order | null> {
  const condition = Prisma.sql`"shopId" = ${shopId}::uuid AND "shopifyGid" = ${shopifyGid}`;
  const [order] = await tx.query<Order>(lockingOrders(condition));
  return order ?? null;
}
