import type { FulfillmentPicture, TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import type { ParcelClaim } from "./claim-parcel.ts";
import type { LoadedParcel } from "./load-parcel.ts";
import { standing } from "./live-fulfillments.ts";
import { makeWrite, type PlannedWrite, type Written } from "./perform-write.ts";

/**
 * The writes that bring a number's link up to date wherever the number stands, beside all else that stands there. The
 * customer knows the number: nobody is told again. Pure.
 */
export function linkUpdates(picture: FulfillmentPicture, ours: TrackingInfo): PlannedWrite[] {
  return standing(picture, ours.number)
    .filter((one) => one.tracking.some((info) => info.number === ours.number && info.url !== ours.url))
    .map((one) => ({
      kind: "link_update" as const,
      fulfillmentGid: one.gid,
      tracking: one.tracking.map((info) => (info.number === ours.number ? ours : info)),
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
  picture: FulfillmentPicture,
  ours: TrackingInfo,
): Promise<Written | null> {
  const { linkCorrectedAt, id } = loaded.parcel;
  if (!linkCorrectedAt) return null;
  for (const write of linkUpdates(picture, ours)) {
    const written = await makeWrite(ctx, claim, loaded, write);
    if (written.outcome !== "done" && written.outcome !== "refused") return written;
  }
  // A link that was corrected again meanwhile is still to be written.
  await ctx.db.parcel.updateMany({ where: { id, linkCorrectedAt }, data: { linkCorrectedAt: null } });
  return null;
}
