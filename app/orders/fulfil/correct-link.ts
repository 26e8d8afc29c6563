import type { FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { liveFulfillments } from "./live-fulfillments.ts";
import { performWrite, type PlannedWrite, type WriteResult } from "./perform-write.ts";

/**
 * The writes that bring a number's link up to date wherever the number stands, beside all else that stands there. The
 * customer knows the number: nobody is told again. Pure.
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
 * Writes a corrected link to Shopify, once: what Shopify makes of it, and what a merchant writes after it, stays. null: there
 * was none, or it is settled; else a write that has to be tried again. A refusal settles it, for the parcel itself stands.
 */
export async function writeCorrectedLink(
  ctx: OrdersContext,
  claim: ParcelClaim,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
  tracking: TrackingInfo,
): Promise<WriteResult | null> {
  const { linkCorrectedAt, id } = loaded.parcel;
  if (!linkCorrectedAt) return null;
  for (const write of planLinkUpdates(snapshot, tracking)) {
    const result = await performWrite(ctx, claim, loaded, write);
    if (result.outcome !== "done" && result.outcome !== "rejected") return result;
  }
  // A link that was corrected again meanwhile is still to be written.
  await ctx.db.parcel.updateMany({ where: { id, linkCorrectedAt }, data: { linkCorrectedAt: null } });
  return null;
}
