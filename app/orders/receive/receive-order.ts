import { readSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { recheckParcels } from "../fulfil/retry-parcel.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { readShop, type ShopRow } from "../core/shop-row.ts";
import { NeedsProductFacts, applySnapshot, type AppliedSnapshot } from "./apply-snapshot.ts";
import type { OrderId } from "../../ports/ids.ts";

/** unknown_shop: not in the database, or erased: nothing new about its orders is stored. */
export type ReceiveOutcome = AppliedSnapshot["outcome"] | "unknown_shop" | "not_in_shopify";

/** Runs in the transaction that applies the snapshot: what it writes is committed with it. */
type InTransaction = (tx: Tx, orderId: OrderId) => Promise<void>;

/**
 * Receives a snapshot of an order. Where the shop's rule needs facts that a webhook lacks, the order is read from Shopify
 * instead. @throws RemoteError when Shopify has to be read and cannot
 */
export async function receiveSnapshot(
  ctx: OrdersContext,
  shopDomain: string,
  snapshot: OrderSnapshot,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  const shop = await readShop(ctx.db, { domain: shopDomain });
  if (!shop || shop.redactedAt) return "unknown_shop";
  if (!snapshot.complete && needsProductFacts(readSettings(shop.settings)))
    return receiveFromShopify(ctx, shop, snapshot.gid, inTransaction);
  try {
    return await applyAndCommit(ctx, shop, snapshot, inTransaction);
  } catch (error) {
    if (!(error instanceof NeedsProductFacts)) throw error;
    return receiveFromShopify(ctx, shop, snapshot.gid, inTransaction);
  }
}

/** Reads the order from Shopify and receives that. @throws RemoteError */
export async function receiveOrderByGid(
  ctx: OrdersContext,
  shopDomain: string,
  orderGid: string,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  const shop = await readShop(ctx.db, { domain: shopDomain });
  if (!shop || shop.redactedAt) return "unknown_shop";
  return receiveFromShopify(ctx, shop, orderGid, inTransaction);
}

/** The order as Shopify shows it now, with the artwork of its products; null: not in Shopify. @throws RemoteError */
export const readSnapshot = (ctx: OrdersContext, shop: ShopRow, orderGid: string): Promise<OrderSnapshot | null> =>
  ctx.shopify.readOrder(shop.domain, orderGid, readSettings(shop.settings).artworkMetafields);

async function receiveFromShopify(
  ctx: OrdersContext,
  shop: ShopRow,
  orderGid: string,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  const snapshot = await readSnapshot(ctx, shop, orderGid);
  if (!snapshot) return "not_in_shopify";
  return applyAndCommit(ctx, shop, snapshot, inTransaction);
}

async function applyAndCommit(
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  inTransaction?: InTransaction,
): Promise<ReceiveOutcome> {
  const applied = await ctx.db.$transaction(async (tx) => {
    const result = await applySnapshot(tx, ctx, shop, snapshot);
    await inTransaction?.(tx, result.orderId);
    return result;
  });
  if (applied.outcome === "ready") for (const one of applied.submissions) ctx.wake.submission(one.submissionId);
  // A complete snapshot may show what a parcel waits for: a released hold, a new fulfillment order.
  if (snapshot.complete) await recheckParcels(ctx, applied.orderId);
  return applied.outcome;
}
