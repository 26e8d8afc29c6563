import type { FulfillmentSnapshot } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { isReprint } from "../core/reprints.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";
import { isAccepted } from "./is-accepted.ts";
import type { FollowedSubmission } from "./read-followed.ts";
import { withSnapshot, type FollowUp } from "./with-snapshot.ts";
import type { Gid } from "../../ports/gid.ts";

/**
 * Marks the fulfillment orders of a submission's lines in progress, once, where Shopify allows it (shopify:
 * fulfillmentOrderReportProgress): each as a whole, also where it has other items. Not for a reprint: what it reprints is
 * fulfilled already. reported: to be recorded, so that the mark is not made again; also where an order is too old to be marked, or
 * Shopify rejects the mark.
 */
export async function reportProgress(ctx: OrdersContext, row: FollowedSubmission): Promise<FollowUp | "reported"> {
  if (isReprint(row) || row.progressReportedAt || !UNSHIPPED_STATES.includes(row.state)) return "done";
  const result = await withSnapshot(ctx, row, async (snapshot) => {
    const gids = new Set(row.lines.map((line) => line.lineItemGid));
    for (const gid of reportableOrders(snapshot, gids))
      await isAccepted(ctx.shopify.reportProgress(row.shop.domain, gid));
    return "done";
  });
  return result === "done" ? "reported" : result;
}

function reportableOrders(
  snapshot: FulfillmentSnapshot,
  lineItemGids: ReadonlySet<Gid<"LineItem">>,
): Gid<"FulfillmentOrder">[] {
  return snapshot.fulfillmentOrders
    .filter((fo) => fo.status === "OPEN" && fo.supportedActions.includes("REPORT_PROGRESS"))
    .filter((fo) => fo.lines.some((line) => line.remaining > 0 && lineItemGids.has(line.lineItemGid)))
    .map((fo) => fo.gid);
}
