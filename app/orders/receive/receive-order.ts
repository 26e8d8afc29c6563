import { readSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext } from "../core/context.ts";
import { transact } from "../core/append.ts";
import type { InTransaction } from "../core/lock.ts";
import { isTooOldToRead } from "../core/order-access.ts";
import { recheckParcels } from "../fulfil/retry-parcel.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import type { ShopRow } from "../core/shop-row.ts";
import type { NewRow } from "../../ports/wake.ts";
import type { ReadySubmission } from "./build-submission.ts";
import { applySnapshot, type AppliedSnapshot } from "./apply-snapshot.ts";
import { ErasedShop, NeedsRead } from "./decide-order.ts";
import type { Gid } from "../../ports/gid.ts";

/** unknown_shop: not in the database, or erased: nothing new about its orders is stored. */
export type ReceiveOutcome = AppliedSnapshot["outcome"] | "unknown_shop" | "not_in_shopify";

/**
 * Receives a snapshot of an order. Where the shop's rule needs facts that a webhook lacks, and where a webhook may be older or newer
 * than what is stored, the order is read from Shopify instead; of an order that Shopify no longer shows for its age, the webhook has
 * to do. `shop`: as it was read just now, null where there is none. @throws RemoteError when Shopify has to be read and cannot
 */
export async function receiveSnapshot(
  ctx: OrdersContext,
  shop: ShopRow | null,
  snapshot: OrderSnapshot,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  if (!shop || shop.redactedAt) return "unknown_shop";
  if (!snapshot.complete && needsProductFacts(readSettings(shop.settings)))
    return receiveByReading(ctx, shop, snapshot, inTransaction);
  try {
    return await applyAndCommit(ctx, shop, snapshot, { inTransaction });
  } catch (error) {
    if (!(error instanceof NeedsRead)) throw error;
    return receiveByReading(ctx, shop, snapshot, inTransaction);
  }
}

async function receiveByReading(
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  const received = await receiveFromShopify(ctx, shop, snapshot.gid, inTransaction);
  if (received !== "not_in_shopify" || !isTooOldToRead(ctx, { shopifyCreatedAt: snapshot.createdAt }, shop))
    return received;
  return applyAndCommit(ctx, shop, snapshot, { inTransaction, unreadable: true });
}

/** Reads the order from Shopify and receives that. @throws RemoteError */
export async function receiveOrderByGid(
  ctx: OrdersContext,
  shop: ShopRow | null,
  orderGid: Gid<"Order">,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  if (!shop || shop.redactedAt) return "unknown_shop";
  return receiveFromShopify(ctx, shop, orderGid, inTransaction);
}

/** The order as Shopify shows it now, with the artwork of its products; null: not in Shopify. @throws RemoteError */
export async function readSnapshot(
  ctx: OrdersContext,
  shop: ShopRow,
  orderGid: Gid<"Order">,
): Promise<OrderSnapshot | null> {
  const readAt = ctx.clock.now();
  const { artworkMetafields } = readSettings(shop.settings);
  const snapshot = await ctx.shopify.readOrder(shop.domain, orderGid, { artworkMetafields });
  return snapshot && { ...snapshot, readAt };
}

async function receiveFromShopify(
  ctx: OrdersContext,
  shop: ShopRow,
  orderGid: Gid<"Order">,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  const snapshot = await readSnapshot(ctx, shop, orderGid);
  if (!snapshot) return "not_in_shopify";
  return applyAndCommit(ctx, shop, snapshot, { inTransaction });
}

async function applyAndCommit(
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  { inTransaction, ...options }: { inTransaction?: InTransaction; unreadable?: boolean },
): Promise<ReceiveOutcome> {
  const applied = await transact(ctx, async (tx) => {
    const result = await applySnapshot(tx, ctx, shop, snapshot, options);
    await inTransaction?.(tx, result.orderId);
    return result;
  }).catch((error: unknown) => {
    if (!(error instanceof ErasedShop)) throw error;
    return null;
  });
  if (!applied) return "unknown_shop";
  if (applied.outcome === "ready")
    for (const one of applied.submissions)
      ctx.wake.submission(one.submissionId, applied.created ? toNewRow(one) : undefined);
  // A complete snapshot may show what a parcel waits for: a released hold, a new fulfillment order.
  if (snapshot.complete) await recheckParcels(ctx, applied.orderId);
  return applied.outcome;
}

const toNewRow = ({ row, shop, payload }: ReadySubmission): NewRow => ({
  partition: row.shopId,
  account: shop.printAccountId,
  shopifyCalls: { shop: shop.domain, purpose: "send" },
  logFields: { order: row.orderId, reference: payload.reference },
});
