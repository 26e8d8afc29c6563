import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { OrdersContext } from "../core/context.ts";
import { isReprint } from "../core/reprints.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";
import type { FollowedSubmission } from "./read-followed.ts";
import { isAccepted, merchantOrdersOf, orRetryLater, withSnapshot, type FollowUp } from "./with-snapshot.ts";

type FulfillmentOrders = readonly FulfillmentOrderSnapshot[];

/**
 * Marks the fulfillment orders of a submission's lines in progress, once, where Shopify allows it (shopify:
 * fulfillmentOrderReportProgress): each as a whole, also where it has other items. Not for a reprint: what it reprints is
 * fulfilled already. reported: to be recorded, so that the mark is not made again; also where an order is too old to be marked, or
 * Shopify rejects the mark.
 */
export async function reportProgress(ctx: OrdersContext, row: FollowedSubmission): Promise<FollowUp | "reported"> {
  if (!hasProgress(row)) return "done";
  const result = await withSnapshot(ctx, row, async ({ fulfillmentOrders }) => {
    await mark(ctx, row, fulfillmentOrders);
    return "done";
  });
  return result === "done" ? "reported" : result;
}

/**
 * The same by the fulfillment orders that were read just before the order was sent: a mark may be repeated, and Shopify rejects the
 * mark where a fulfillment order has changed since. retry_later: one was rejected, or there were none yet; the retry reads again.
 */
export async function reportProgressBySent(
  ctx: OrdersContext,
  row: FollowedSubmission,
  fulfillmentOrders: FulfillmentOrders,
): Promise<FollowUp | "reported"> {
  if (!hasProgress(row)) return "done";
  return orRetryLater(ctx, row, async () =>
    fulfillmentOrders.length > 0 && (await mark(ctx, row, fulfillmentOrders)) ? "reported" : "retry_later",
  );
}

const hasProgress = (row: FollowedSubmission): boolean =>
  !isReprint(row) && !row.progressReportedAt && UNSHIPPED_STATES.includes(row.state);

/** Returns whether Shopify accepted every mark. */
async function mark(ctx: OrdersContext, row: FollowedSubmission, all: FulfillmentOrders): Promise<boolean> {
  let accepted = true;
  for (const fo of merchantOrdersOf(all, new Set(row.lines.map((line) => line.lineItemGid)))) {
    if (fo.status !== "OPEN" || !fo.supportedActions.includes("REPORT_PROGRESS")) continue;
    accepted = (await isAccepted(ctx.shopify.reportProgress(row.shop.domain, fo.gid))) && accepted;
  }
  return accepted;
}
