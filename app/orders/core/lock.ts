import type { Tx } from "../../database/transaction.ts";

/** Locks an order's row until the transaction ends: everything that changes an order's rows does this first. */
export async function lockOrder(tx: Tx, orderId: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "id" = ${orderId}::uuid FOR UPDATE`;
}

/** The same for several orders at once, in the order of their ids: two that lock some of the same ones do not deadlock. */
export async function lockOrders(tx: Tx, orderIds: readonly string[]): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "id" = ANY(${orderIds}::uuid[]) ORDER BY "id" FOR UPDATE`;
}

/** The same, by what Shopify calls it. */
export async function lockOrderByGid(tx: Tx, shopId: string, shopifyGid: string): Promise<void> {
  await tx.$queryRaw`SELECT 1 FROM "Order" WHERE "shopId" = ${shopId}::uuid AND "shopifyGid" = ${shopifyGid} FOR UPDATE`;
}
