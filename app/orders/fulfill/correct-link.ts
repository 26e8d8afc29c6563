import type { FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import { isSameNumber } from "../core/tracking-number.ts";
import type { LoadedParcel, ParcelContext } from "./load-parcel.ts";
import { liveFulfillments } from "./read-fulfillment.ts";
import { performWrite, type FailedWrite, type PlannedWrite } from "./perform-write.ts";

/**
 * Writes a corrected link to Shopify, once: what Shopify or the merchant makes of the link afterwards stays. done: no
 * link is left to write, also where Shopify rejected one, since the parcel itself is in Shopify.
 */
export async function writeCorrectedLink(
  ctx: ParcelContext,
  loaded: LoadedParcel,
  snapshot: FulfillmentSnapshot,
  tracking: TrackingInfo,
): Promise<{ outcome: "done" } | FailedWrite> {
  const { linkCorrectedAt, id } = loaded.parcel;
  if (!linkCorrectedAt) return { outcome: "done" };
  for (const write of planLinkUpdates(snapshot, tracking)) {
    const result = await performWrite(ctx, loaded, write);
    if (result.outcome !== "done" && result.outcome !== "rejected") return result;
  }
  // Unless the link was corrected again meanwhile.
  await ctx.db.parcel.updateMany({ where: { id, linkCorrectedAt }, data: { linkCorrectedAt: null } });
  return { outcome: "done" };
}

/** One write for each fulfillment that has the number. No email: the customer knows the number. */
const planLinkUpdates = (snapshot: FulfillmentSnapshot, tracking: TrackingInfo): PlannedWrite[] =>
  liveFulfillments(snapshot, tracking.number)
    .filter((one) =>
      one.tracking.some((info) => isSameNumber(info.number, tracking.number) && info.url !== tracking.url),
    )
    .map((one) => ({
      kind: "link_update",
      fulfillmentGid: one.gid,
      tracking: one.tracking.map((info) => (isSameNumber(info.number, tracking.number) ? tracking : info)),
      notify: false,
    }));
