import type { FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { liveFulfillments } from "./live-fulfillments.ts";
import { performWrite, type PlannedWrite, type WriteResult } from "./perform-write.ts";

/**
 * The writes that update a number's link on every fulfillment that has the number, and keep its other tracking. The
 * customer knows the number, so no email is sent again. Pure.
 */
export function planLinkUpdates(snapshot: FulfillmentSnapshot, tracking: TrackingInfo): PlannedWrite[] {
  return liveFulfillments(snapshot, tracking.number)
    .filter((one) => one.tracking.some((info) => info.number === tracking.number && info.url !== tracking.url))
    .map((one) => ({
      kind: "link_update" as const,
      fulfillmentGid: one.gid,
      tracking: one.tracking.map((info) => (info.number === tracking.number ? tracking : info)),
      notify: false,
    }));
}

/**
 * Writes a corrected link to Shopify, once: what Shopify makes of it, and what a merchant writes after it, stays. done: no link
 * is left to write, a rejected one included, since the parcel itself stands. Else: the write has to be tried again.
 */
export async function writeCorrectedLink(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
  tracking: TrackingInfo,
): Promise<WriteResult> {
  const { linkCorrectedAt, id } = loaded.parcel;
  if (!linkCorrectedAt) return { outcome: "done" };
  for (const write of planLinkUpdates(snapshot, tracking)) {
    const result = await performWrite(ctx, claim, loaded, write);
    if (result.outcome !== "done" && result.outcome !== "rejected") return result;
  }
  // A link that was corrected again meanwhile is still to be written.
  await ctx.db.parcel.updateMany({ where: { id, linkCorrectedAt }, data: { linkCorrectedAt: null } });
  return { outcome: "done" };
}
