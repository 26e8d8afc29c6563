import type { OrdersContext } from "../core/context.ts";
import { dueNow } from "../core/reschedule.ts";
import { recheckOrder } from "../receive/recheck-order.ts";
import { refreshFromProvider, type ProviderRefresh } from "./refresh-from-provider.ts";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId, OrderId } from "../../ports/ids.ts";

/** slow: no answer yet; the refresh continues in the background. */
export interface OrderRefresh {
  shopify: "refreshed" | "not_found" | "too_old" | "unavailable" | "slow";
  provider: ProviderRefresh | "slow";
}

export type RefreshResult = { result: "done"; refreshed: OrderRefresh } | { result: "not_found"; refreshed: null };

/** How long a person waits for each side. */
const WAIT_MS = 8_000;

/** Reads an order from Shopify and the print service at once. A side that fails is retried later. */
export async function refreshOrder(
  ctx: OrdersContext,
  ref: { shopId: ShopId; shopifyGid: Gid<"Order"> },
  waitMs = WAIT_MS,
): Promise<RefreshResult> {
  const [row] = await ctx.db.order.updateManyAndReturn({ where: ref, data: dueNow(ctx), select: { id: true } });
  if (!row) return { result: "not_found", refreshed: null };
  const [shopify, provider] = await Promise.all([
    raceTimeout(waitMs, refreshFromShopify(ctx, row.id)),
    raceTimeout(waitMs, refreshFromProvider(ctx, row.id)),
  ]);
  return { result: "done", refreshed: { shopify, provider } };
}

async function refreshFromShopify(ctx: OrdersContext, orderId: OrderId): Promise<OrderRefresh["shopify"]> {
  switch (await recheckOrder(ctx, orderId)) {
    case "not_in_shopify":
      return "not_found";
    case "too_old":
      return "too_old";
    case "unavailable":
      return "unavailable";
    // A worker was quicker.
    case "read":
    case "not_due":
      return "refreshed";
  }
}

/** The result of `work`, or "slow" after `ms`; `work` continues. */
async function raceTimeout<T>(ms: number, work: Promise<T>): Promise<T | "slow"> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<"slow">((resolve) => (timer = setTimeout(resolve, ms, "slow")));
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
