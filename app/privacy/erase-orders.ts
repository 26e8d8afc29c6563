import type { Tx } from "../database/transaction.ts";
import { lockOrders } from "../orders/core/lock.ts";
import { tombstoneHash } from "../orders/receive/order-row.ts";
import type { ShopsContext } from "../shops/context.ts";
import { eraseBodiesOfOrders } from "./erase-bodies.ts";
import type { ShopId, OrderId } from "../ports/ids.ts";
import type { Gid } from "../ports/gid.ts";

/** Orders of one transaction, and rows that belong to them: about a second of work. */
const MAX_ORDERS = 200;
const MAX_ROWS = 20_000;

export interface ShopToErase {
  id: ShopId;
  domain: string;
}

/** Erases some orders of a shop in one transaction and leaves a tombstone for each. Repeat while it returns "some". */
export async function eraseOrderBatch(
  ctx: ShopsContext,
  shop: ShopToErase,
): Promise<"some" | "none_left" | "installed"> {
  const orders = await nextOrders(ctx, shop.id);
  if (orders.length === 0) return "none_left";
  return ctx.db.$transaction(async (tx) => {
    if (!(await lockIfUninstalled(tx, shop.id))) return "installed";
    await replaceWithTombstones(tx, ctx, shop, orders);
    return "some";
  });
}

interface OrderToErase {
  id: OrderId;
  shopifyGid: Gid<"Order">;
}

/**
 * The next orders, oldest first: as many as one transaction can take, since one order may have a long history. At least
 * one.
 */
async function nextOrders(ctx: ShopsContext, shopId: ShopId): Promise<OrderToErase[]> {
  return ctx.db.$queryRaw<OrderToErase[]>`
    SELECT "id", "shopifyGid" FROM (
      SELECT *, sum("rows") OVER (ORDER BY "shopifyCreatedAt", "id") - "rows" AS "before" FROM (
        SELECT o."id", o."shopifyGid", o."shopifyCreatedAt",
          (SELECT count(*) FROM "Attention" a WHERE a."orderId" = o."id")
          + (SELECT count(*) FROM "History" h WHERE h."orderId" = o."id") AS "rows"
        FROM "Order" o WHERE o."shopId" = ${shopId}::uuid
        ORDER BY o."shopifyCreatedAt", o."id" LIMIT ${MAX_ORDERS}
      ) AS "next"
    ) AS "weighed" WHERE "before" < ${MAX_ROWS}`;
}

/** Locks the shop's row until the transaction ends: an installation that begins meanwhile waits for it. */
async function lockIfUninstalled(tx: Tx, shopId: ShopId): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid AND "uninstalledAt" IS NOT NULL FOR SHARE`;
  return rows.length > 0;
}

async function replaceWithTombstones(
  tx: Tx,
  ctx: ShopsContext,
  shop: ShopToErase,
  orders: readonly OrderToErase[],
): Promise<void> {
  const ids = orders.map((order) => order.id);
  await lockOrders(tx, ids);
  const createdAt = ctx.clock.now();
  const data = orders.map((order) => ({ hash: tombstoneHash(ctx, shop.domain, order.shopifyGid), createdAt }));
  await tx.tombstone.createMany({ data, skipDuplicates: true });
  await eraseBodiesOfOrders(tx, ctx, ids);
  await tx.shopifyWrite.deleteMany({ where: { parcel: { submission: { orderId: { in: ids } } } } });
  await tx.parcel.deleteMany({ where: { submission: { orderId: { in: ids } } } });
  await tx.$executeRaw`DELETE FROM "PracticeOrder" WHERE "reference" IN (
    SELECT "reference" FROM "Submission" WHERE "orderId" = ANY(${ids}::uuid[]))`;
  // Their lines, attempts and lookups go with them.
  await tx.submission.deleteMany({ where: { orderId: { in: ids } } });
  await tx.order.deleteMany({ where: { id: { in: ids } } });
}
