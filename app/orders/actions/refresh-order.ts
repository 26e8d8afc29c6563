import type { OrdersContext } from "../core/context.ts";
import { stepOrder } from "../receive/recheck-order.ts";
import { askService, type ServiceAsked } from "./refresh-from-provider.ts";
import { within } from "./race-timeout.ts";

/** slow: no answer yet; the asking goes on by itself. */
export interface Refreshed {
  shopify: "asked" | "not_there" | "unavailable" | "slow";
  service: ServiceAsked | "slow";
}

/** How long a person waits for each side. */
const WAIT_MS = 8_000;

/** Asks Shopify and the print service about an order at once, both at the same time. A side that fails is tried again later. */
export async function refreshOrder(
  ctx: OrdersContext,
  whose: { shopId: string; shopifyGid: string },
  waitMs = WAIT_MS,
): Promise<Refreshed | "not_found"> {
  const [row] = await ctx.db.order.updateManyAndReturn({
    where: whose,
    data: { dueAt: ctx.clock.now(), attempts: 0 },
    select: { id: true },
  });
  if (!row) return "not_found";
  const [shopify, service] = await Promise.all([
    within(waitMs, askShopify(ctx, row.id)),
    within(waitMs, askService(ctx, row.id)),
  ]);
  return { shopify, service };
}

async function askShopify(ctx: OrdersContext, orderId: string): Promise<Refreshed["shopify"]> {
  switch (await stepOrder(ctx, orderId)) {
    case "not_in_shopify":
      return "not_there";
    case "unavailable":
      return "unavailable";
    // Not due any more: a worker was quicker, and has read it.
    case "read":
    case "not_due":
      return "asked";
  }
}
