import { RejectedError, RemoteError } from "../../ports/errors.ts";
import type { Gid } from "../../ports/gid.ts";
import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
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

/** Whether Shopify accepts a write. False: Shopify rejects the write, so a retry would be pointless. @throws other errors */
export async function isAccepted(call: Promise<void>): Promise<boolean> {
  try {
    await call;
    return true;
  } catch (error) {
    if (error instanceof RejectedError) return false;
    throw error;
  }
}

/** The merchant's own fulfillment orders in which some of these line items are open. Nothing is written to those of a fulfillment service. */
export const merchantOrdersOf = (
  all: readonly FulfillmentOrderSnapshot[],
  lineItemGids: ReadonlySet<Gid<"LineItem">>,
): FulfillmentOrderSnapshot[] =>
  all.filter(
    (fo) =>
      !fo.atFulfillmentService && fo.lines.some((line) => line.remaining > 0 && lineItemGids.has(line.lineItemGid)),
  );
