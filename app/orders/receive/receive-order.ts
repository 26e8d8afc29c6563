import { readSettings } from "../../settings/settings.ts";
import { needsProductFacts } from "../print-order/decide-line.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { recheckParcels } from "../fulfil/retry-parcel.ts";
import type { OrderSnapshot } from "../../ports/order-model.ts";
import { readShop } from "../core/shop-row.ts";
import type { ShopRow } from "./order-row.ts";
import { NeedsProductFacts, takeIn, type TakenIn } from "./apply-snapshot.ts";

/** unknown_shop: not ours, or its data was erased: nothing new about its orders is kept. */
export type Received = TakenIn["outcome"] | "unknown_shop" | "not_in_shopify";

/** Runs in the transaction that took the order in: what it writes is committed with it. */
export type AlsoCommit = (tx: Tx, orderId: string) => Promise<void>;

/**
 * Receives one picture of an order: from a webhook, the sweep, or "sync now".
 * Where the shop's rule needs facts that a webhook lacks, the order is read from Shopify instead.
 * @throws ForeignError when Shopify has to be read and cannot
 */
export async function receive(
  ctx: OrdersContext,
  shopDomain: string,
  snapshot: OrderSnapshot,
  also?: AlsoCommit,
): Promise<Received> {
  const shop = await readShop(ctx.db, { domain: shopDomain });
  if (!shop || shop.redactedAt) return "unknown_shop";
  if (!snapshot.complete && needsProductFacts(readSettings(shop.settings)))
    return receiveFromShopify(ctx, shop, snapshot.gid, also);
  try {
    return await commit(ctx, shop, snapshot, also);
  } catch (error) {
    if (!(error instanceof NeedsProductFacts)) throw error;
    return receiveFromShopify(ctx, shop, snapshot.gid, also);
  }
}

/** Reads the order from Shopify and receives that. @throws ForeignError */
export async function receiveByGid(
  ctx: OrdersContext,
  shopDomain: string,
  orderGid: string,
  also?: AlsoCommit,
): Promise<Received> {
  const shop = await readShop(ctx.db, { domain: shopDomain });
  if (!shop || shop.redactedAt) return "unknown_shop";
  return receiveFromShopify(ctx, shop, orderGid, also);
}

async function receiveFromShopify(
  ctx: OrdersContext,
  shop: ShopRow,
  orderGid: string,
  also?: AlsoCommit,
): Promise<Received> {
  const snapshot = await ctx.shopify.readOrder(shop.domain, orderGid, readSettings(shop.settings).artworkMetafields);
  if (!snapshot) return "not_in_shopify";
  return commit(ctx, shop, snapshot, also);
}

async function commit(
  ctx: OrdersContext,
  shop: ShopRow,
  snapshot: OrderSnapshot,
  also?: AlsoCommit,
): Promise<Received> {
  const taken = await ctx.db.$transaction(async (tx) => {
    const result = await takeIn(tx, ctx, shop, snapshot);
    await also?.(tx, result.orderId);
    return result;
  });
  if (taken.ready) ctx.wake.submission(taken.ready.submissionId);
  // What Shopify itself shows may be what a parcel waits for: a hold released, a fulfillment order made.
  if (snapshot.complete) await recheckParcels(ctx, taken.orderId);
  return taken.outcome;
}
