import type { ShopRow } from "../core/shop-row.ts";
import type { Order, IgnoredReason } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "../core/history.ts";
import { lockOrderByGid } from "../core/lock.ts";
import type { Address, OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopId } from "../../ports/ids.ts";

/** What the erasure of a shop's data leaves behind of one order. */
export function tombstoneHash(ctx: Pick<OrdersContext, "encryptor">, shopDomain: string, orderGid: string): string {
  return ctx.encryptor.hash(`tombstone ${shopDomain} ${orderGid}`);
}

/** Keyed hash of everything that a parcel's label shows: a change shows without the address being stored. */
export function addressHash(ctx: Pick<OrdersContext, "encryptor">, address: Address | null): string | null {
  if (!address) return null;
  const { name, firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode } = address;
  const parts = [name, firstName, lastName, company, address1, address2, city, zip, provinceCode, countryCode];
  return ctx.encryptor.hash(JSON.stringify(parts));
}

/**
 * Finds or creates the order's row and locks it. UNIQUE (shop, Shopify order) decides between two that create at once.
 * `stale`: a newer snapshot was applied before.
 */
export async function findOrCreateOrder(
  tx: Tx,
  ctx: OrdersContext,
  shopId: ShopId,
  snapshot: OrderSnapshot,
): Promise<{ order: Order; created: boolean; stale: boolean }> {
  const [created] = await tx.order.createManyAndReturn({
    data: {
      id: ctx.ids.uuid(),
      shopId,
      shopifyGid: snapshot.gid,
      name: snapshot.name,
      shopifyCreatedAt: snapshot.createdAt,
      shopifyUpdatedAt: snapshot.updatedAt,
      currency: snapshot.currency,
      receivedAt: ctx.clock.now(),
    },
    skipDuplicates: true,
  });
  if (created) {
    const data = { complete: snapshot.complete };
    await addHistory(tx, ctx, { shopId, orderId: created.id, code: "order.received", actor: "shopify", data });
    return { order: created, created: true, stale: false };
  }
  await lockOrderByGid(tx, shopId, snapshot.gid);
  const key = { shopId, shopifyGid: snapshot.gid };
  const order = await tx.order.findUniqueOrThrow({ where: { shopId_shopifyGid: key } });
  return { order, created: false, stale: snapshot.updatedAt < order.shopifyUpdatedAt };
}

/** Why the whole order is ignored, or null. A later go-live date does not ignore an order that was received before. */
export async function findIgnoredReason(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  order: Order,
  created: boolean,
): Promise<IgnoredReason | null> {
  if (!created) return order.ignoredReason;
  const hash = tombstoneHash(ctx, shop.domain, order.shopifyGid);
  if (await tx.tombstone.findUnique({ where: { hash } })) return "redacted";
  return order.shopifyCreatedAt < shop.goLiveAt ? "before_go_live" : null;
}
