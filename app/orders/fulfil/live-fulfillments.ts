import type { FulfillmentOfOrder, FulfillmentPicture, TrackingInfo } from "../../ports/shopify.ts";

const valid = (fulfillment: FulfillmentOfOrder): boolean =>
  !["CANCELLED", "ERROR", "FAILURE"].includes(fulfillment.status);

/** Fulfillments of the order that carry this number, also those that were cancelled since. */
export function carrying(picture: FulfillmentPicture, number: string): FulfillmentOfOrder[] {
  return picture.fulfillments.filter((one) => one.tracking.some((info) => info.number === number));
}

/** Fulfillments of the order, not cancelled, that carry this number. */
export function standing(picture: FulfillmentPicture, number: string): FulfillmentOfOrder[] {
  return carrying(picture, number).filter(valid);
}

/** Still to be sent of a line item, over all fulfillment orders. */
export function remainingOf(picture: FulfillmentPicture, lineItemGid: string): number {
  return picture.fulfillmentOrders
    .filter((fo) => fo.status !== "CLOSED" && fo.status !== "CANCELLED")
    .flatMap((fo) => fo.lines)
    .filter((line) => line.lineItemGid === lineItemGid)
    .reduce((sum, line) => sum + line.remaining, 0);
}

/** The one fulfillment that takes a further number for these lines: ours before others', then the one that holds most of them. */
export function placeFor(
  picture: FulfillmentPicture,
  lines: readonly { lineItemGid: string }[],
  ours: readonly string[],
): FulfillmentOfOrder | null {
  const gids = new Set(lines.map((line) => line.lineItemGid));
  const held = (one: FulfillmentOfOrder): number =>
    new Set(one.lines.map((line) => line.lineItemGid).filter((gid) => gids.has(gid))).size;
  const rank = (one: FulfillmentOfOrder): number => (ours.includes(one.gid) ? 1_000_000 : 0) + held(one);
  const candidates = picture.fulfillments.filter((one) => valid(one) && held(one) > 0);
  return candidates.sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** Shopify's present tracking and ours together; a number that stands keeps what stands. */
export function mergeTracking(present: readonly TrackingInfo[], ours: TrackingInfo): TrackingInfo[] {
  const kept = present.filter((info) => info.number !== "");
  return kept.some((info) => info.number === ours.number) ? kept : [...kept, ours];
}
