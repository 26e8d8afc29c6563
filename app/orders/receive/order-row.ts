import type { ShopRow } from "../core/shop-row.ts";
import type { Order, IgnoredReason } from "@prisma/client";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { addHistory } from "../core/history.ts";
import { lockOrderByGid } from "../core/lock.ts";
import type { Address, OrderSnapshot } from "../../ports/order-model.ts";

/** What a redacted shop leaves behind for one order (DESIGN: tombstones). */
export function tombstoneHash(ctx: Pick<OrdersContext, "encryptor">, shopDomain: string, orderGid: string): string {
  return ctx.encryptor.hash(`tombstone ${shopDomain} ${orderGid}`);
}

/** Keyed hash over everything a parcel's label shows, to notice a change without keeping it. */
export function addressHash(ctx: Pick<OrdersContext, "encryptor">, address: Address | null): string | null {
  if (!address) return null;
  const parts = [
    address.name,
    address.firstName,
    address.lastName,
    address.company,
    address.address1,
    address.address2,
  ];
  return ctx.encryptor.hash(
    JSON.stringify([...parts, address.city, address.zip, address.provinceCode, address.countryCode]),
  );
}

/**
 * Finds or makes the order's row and locks it. UNIQUE (shop, Shopify order) makes it one, whoever comes first.
 * `stale`: a newer picture was applied before.
 */
export async function findOrCreateOrder(
  tx: Tx,
  ctx: OrdersContext,
  shop: Pick<ShopRow, "id">,
  snapshot: OrderSnapshot,
): Promise<{ order: Order; created: boolean; stale: boolean }> {
  const [created] = await tx.order.createManyAndReturn({
    data: {
      id: ctx.ids.uuid(),
      shopId: shop.id,
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
    await addHistory(tx, ctx, { shopId: shop.id, orderId: created.id, code: "order.received", actor: "shopify", data });
    return { order: created, created: true, stale: false };
  }
  await lockOrderByGid(tx, shop.id, snapshot.gid);
  const order = await tx.order.findUniqueOrThrow({
    where: { shopId_shopifyGid: { shopId: shop.id, shopifyGid: snapshot.gid } },
  });
  return { order, created: false, stale: snapshot.updatedAt < order.shopifyUpdatedAt };
}

/** Why the whole order is ignored, or null. An order once taken up is never dropped by a later go-live date. */
export async function findIgnoredReason(
  tx: Tx,
  ctx: OrdersContext,
  shop: ShopRow,
  order: Order,
  created: boolean,
): Promise<IgnoredReason | null> {
  if (!created) return order.ignoredReason;
  const tombstoned = await tx.tombstone.findUnique({
    where: { hash: tombstoneHash(ctx, shop.domain, order.shopifyGid) },
  });
  if (tombstoned) return "redacted";
  return order.shopifyCreatedAt < shop.goLiveAt ? "before_go_live" : null;
}
