import { RemoteError } from "../../ports/errors.ts";
import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";

/** done: nothing is left to report. later: Shopify could not be asked, or has not made the fulfillment orders yet. */
export type ProgressOutcome = "done" | "retry_later";

/**
 * Marks the fulfillment orders of a submission's lines in progress (shopify: fulfillmentOrderReportProgress), where they
 * allow it; it applies to a whole fulfillment order, also where other items are in it. Nothing waits for it: what fails is
 * tried again when the submission is due. Once done it is not done again.
 */
export async function reportProgress(ctx: OrdersContext, submissionId: string): Promise<ProgressOutcome> {
  const row = await ctx.db.submission.findUnique({
    where: { id: submissionId },
    include: { shop: true, order: true, lines: { include: { orderLine: true } } },
  });
  if (!row || row.progressReportedAt || !UNSHIPPED_STATES.includes(row.state)) return "done";
  if (row.shop.uninstalledAt) return "retry_later";
  try {
    const snapshot = await ctx.shopify.readFulfillment(row.shop.domain, row.order.shopifyGid);
    if (!snapshot || (snapshot.fulfillmentOrders.length === 0 && !snapshot.cancelledAt)) return "retry_later";
    const gids = new Set(row.lines.map((line) => line.orderLine.shopifyGid));
    for (const gid of reportableOrders(snapshot, gids)) await ctx.shopify.reportProgress(row.shop.domain, gid);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ submission: submissionId, error: error.name }, "progress not reported to Shopify");
    return "retry_later";
  }
  const data = { progressReportedAt: ctx.clock.now() };
  await ctx.db.submission.updateMany({ where: { id: submissionId, progressReportedAt: null }, data });
  return "done";
}

/** Open ones alone: one in progress already says what there is to say. */
function reportableOrders(snapshot: FulfillmentSnapshot, lineItemGids: ReadonlySet<string>): string[] {
  return snapshot.fulfillmentOrders
    .filter((fo) => fo.status === "OPEN" && fo.supportedActions.includes("REPORT_PROGRESS"))
    .filter((fo) => fo.lines.some((line) => line.remaining > 0 && lineItemGids.has(line.lineItemGid)))
    .map((fo) => fo.gid);
}
