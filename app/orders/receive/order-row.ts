import type { ShopRow } from "../core/shop-row.ts";
import type { Order, IgnoredReason } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "../core/history.ts";
import { lockOrderByGid, ORDER_COLUMNS } from "../core/lock.ts";
import type { Address, OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

/** What the erasure of a shop's data leaves behind of one order. */
export function tombstoneHash(
  ctx: Pick<OrdersContext, "encryptor">,
  shopDomain: string,
  orderGid: Gid<"Order">,
): string {
  return ctx.encryptor.hash(`tombstone ${shopDomain} ${orderGid}`);
}

/** Keyed hash of everything that a parcel's label shows: a change shows without the address being stored. */
export function addressHash(ctx: Pick<OrdersContext, "encryptor">, address: Address | null): string | null {
  if (!address) return null;
  const { name, firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode } = address;
  const parts = [name, firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode];
  return ctx.encryptor.hash(JSON.stringify(parts));
}

interface LockedOrder {
  order: Order;
  created: boolean;
  /** A newer snapshot was applied before. */
  stale: boolean;
}

/**
 * Finds or creates the order's row and locks it. UNIQUE (shop, Shopify order) decides between two that create at once.
 * `isKnown`: the caller has seen the row, which is looked for first.
 */
export async function findOrCreateOrder(
  tx: Tx,
  ctx: OrdersContext,
  shopId: ShopId,
  snapshot: OrderSnapshot,
  isKnown: boolean,
): Promise<LockedOrder> {
  const known = isKnown ? await findLocked(tx, shopId, snapshot) : null;
  if (known) return known;
  const [created] = await tx.$queryRaw<Order[]>`
    INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt")
    VALUES (${ctx.ids.uuid()}::uuid, ${shopId}::uuid, ${snapshot.gid}, ${snapshot.name}, ${snapshot.createdAt},
      ${snapshot.updatedAt}, ${snapshot.currency}, ${ctx.clock.now()})
    ON CONFLICT DO NOTHING RETURNING ${ORDER_COLUMNS}`;
  if (created) {
    const data = { complete: snapshot.complete };
    await addHistory(tx, ctx, { shopId, orderId: created.id, code: "order.received", actor: "shopify", data });
    return { order: created, created: true, stale: false };
  }
  const existing = await findLocked(tx, shopId, snapshot);
  if (!existing) throw new Error("the order was deleted meanwhile");
  return existing;
}

async function findLocked(tx: Tx, shopId: ShopId, snapshot: OrderSnapshot): Promise<LockedOrder | null> {
  const order = await lockOrderByGid(tx, shopId, snapshot.gid);
  return order && { order, created: false, stale: snapshot.updatedAt < order.shopifyUpdatedAt };
}

/** Why the whole order is ignored, or null. A later go-live date does not ignore an order that was received before. */
export function findIgnoredReason(
  order: Order,
  created: boolean,
  { shop, tombstoned }: { shop: ShopRow; tombstoned: boolean },
): IgnoredReason | null {
  if (!created) return order.ignoredReason;
  if (tombstoned) return "redacted";
  return order.shopifyCreatedAt < shop.goLiveAt ? "before_go_live" : null;
}
