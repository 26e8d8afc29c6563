import { RemoteError } from "../../ports/errors.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { FollowedSubmission } from "./read-followed.ts";
import { readFulfillmentOf } from "./read-fulfillment.ts";

export type FollowUp = "done" | "retry_later";

/**
 * Does `work` with what Shopify shows of a submission's order now. retry_later: the app is not installed, Shopify
 * cannot be asked, or has not made the fulfillment orders yet.
 */
export function withSnapshot<Done extends string = never>(
  ctx: OrdersContext,
  row: FollowedSubmission,
  work: (snapshot: FulfillmentSnapshot) => Promise<FollowUp | Done>,
): Promise<FollowUp | Done> {
  return orRetryLater(ctx, row, async () => {
    const lineItemGids = row.lines.map((line) => line.lineItemGid);
    const read = await readFulfillmentOf(ctx, { shop: row.shop, order: row.order, lineItemGids });
    // Nothing would change: a hold or a mark of progress does not get into an order that cannot be read.
    if (read.outcome !== "read") return read.outcome === "too_old" ? "done" : "retry_later";
    const { snapshot } = read;
    if (snapshot.fulfillmentOrders.length === 0 && !snapshot.cancelledAt) return "retry_later";
    return await work(snapshot);
  });
}

/** Does `work`, which calls Shopify. retry_later: the app is not installed, or Shopify cannot be asked. */
export async function orRetryLater<Done extends string>(
  ctx: OrdersContext,
  row: FollowedSubmission,
  work: () => Promise<FollowUp | Done>,
): Promise<FollowUp | Done> {
  if (row.shop.uninstalledAt) return "retry_later";
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ submission: row.id, error: error.name }, "hold or progress not brought to Shopify");
    return "retry_later";
  }
}
