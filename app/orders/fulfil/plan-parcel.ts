import type { FulfillmentOrderPicture, FulfillmentPicture, TrackingInfo } from "../../ports/shopify.ts";
import { mergeTracking, placeFor, standing } from "./live-fulfillments.ts";

/** A line of the parcel's submission. */
export interface PlanLine {
  submissionLineId: string;
  orderLineId: string;
  lineItemGid: string;
  /** Sent, less what our fulfillments of this submission hold already. Never negative. */
  left: number;
}

export interface PlanInput {
  tracking: TrackingInfo;
  lines: readonly PlanLine[];
  picture: FulfillmentPicture;
  /** Fulfillments that our writes made, of this submission. */
  ours: readonly string[];
  /** A write of this parcel took effect: what is left of it may follow, and the customer knows. */
  begun: boolean;
}

export interface PlannedLine {
  submissionLineId: string;
  orderLineId: string;
  fulfillmentOrderGid: string;
  fulfillmentOrderLineGid: string;
  quantity: number;
}

export interface PlannedCreate {
  assignedLocation: string;
  lines: PlannedLine[];
}

export interface OwnHold {
  fulfillmentOrderGid: string;
  handle: string;
}

export type Plan =
  /** One fulfillment per assigned location; `blocked`: more of the goods cannot be fulfilled yet. */
  | { kind: "create"; creates: PlannedCreate[]; blocked: boolean }
  /** All that is to stand on that fulfillment: Shopify's present tracking and ours. */
  | { kind: "add_tracking"; fulfillmentGid: string; tracking: TrackingInfo[] }
  /** The number stands already; nothing is written. */
  | { kind: "stands" }
  /** Only our own holds are in the way, and the goods are on their way. */
  | { kind: "release"; holds: OwnHold[] }
  | { kind: "blocked" }
  /** Shopify makes fulfillment orders a moment after the order. */
  | { kind: "not_made_yet" }
  /** No line left to fulfil, and no fulfillment to add the tracking to. */
  | { kind: "unplaced" };

/** States in which what remains of a fulfillment order is still to be sent. */
const ACTIVE: readonly string[] = ["OPEN", "IN_PROGRESS", "ON_HOLD", "SCHEDULED"];
/** Goods that are sent by parcel; pickup and local delivery are the merchant's own. */
const BY_PARCEL: readonly (string | null)[] = ["SHIPPING", "NONE", null];

/** What to write to Shopify for one parcel, from what stands there now. Pure: the same picture gives the same plan. */
export function planParcel(input: PlanInput): Plan {
  const { picture, tracking, begun } = input;
  // Somebody else, or a write of ours whose answer was lost, put the number there: it is placed.
  if (!begun && standing(picture, tracking.number).length > 0) return { kind: "stands" };
  const active = picture.fulfillmentOrders.filter(
    (fo) => ACTIVE.includes(fo.status) && BY_PARCEL.includes(fo.deliveryMethod),
  );
  const { open, blocked } = allot(input.lines, active);
  const holds = blocked.flatMap(ownHolds);
  if (holds.length > 0) return { kind: "release", holds };
  if (open.length > 0) return { kind: "create", creates: byLocation(open), blocked: blocked.length > 0 };
  if (blocked.length > 0) return { kind: "blocked" };
  if (begun) return { kind: "stands" };
  if (picture.fulfillmentOrders.length === 0 && picture.fulfillments.length === 0 && !picture.cancelledAt) {
    return { kind: "not_made_yet" };
  }
  const place = placeFor(picture, input.lines, input.ours);
  if (!place) return { kind: "unplaced" };
  return { kind: "add_tracking", fulfillmentGid: place.gid, tracking: mergeTracking(place.tracking, tracking) };
}

interface Allotted extends PlannedLine {
  assignedLocation: string;
}

/** min(left, remaining) of each line, over the fulfillment orders that let themselves be fulfilled, first come first. */
function allot(lines: readonly PlanLine[], orders: readonly FulfillmentOrderPicture[]) {
  const open: Allotted[] = [];
  const blocked = new Set<FulfillmentOrderPicture>();
  const fulfillable = (fo: FulfillmentOrderPicture): boolean => fo.supportedActions.includes("CREATE_FULFILLMENT");
  for (const line of lines) {
    let left = line.left;
    for (const fo of [...orders.filter(fulfillable), ...orders.filter((one) => !fulfillable(one))]) {
      for (const item of fo.lines.filter((one) => one.lineItemGid === line.lineItemGid)) {
        const taken = takenOf(open, item.gid);
        const quantity = Math.min(left, item.remaining - taken);
        if (quantity <= 0) continue;
        left -= quantity;
        if (!fulfillable(fo)) blocked.add(fo);
        else
          open.push({
            ...placed(line),
            fulfillmentOrderGid: fo.gid,
            fulfillmentOrderLineGid: item.gid,
            quantity,
            assignedLocation: fo.assignedLocation,
          });
      }
    }
  }
  return { open, blocked: [...blocked] };
}

const placed = (line: PlanLine) => ({ submissionLineId: line.submissionLineId, orderLineId: line.orderLineId });

const takenOf = (open: readonly Allotted[], gid: string): number =>
  open.filter((one) => one.fulfillmentOrderLineGid === gid).reduce((sum, one) => sum + one.quantity, 0);

function byLocation(allotted: readonly Allotted[]): PlannedCreate[] {
  const groups = new Map<string, PlannedLine[]>();
  for (const { assignedLocation, ...line } of allotted) {
    groups.set(assignedLocation, [...(groups.get(assignedLocation) ?? []), line]);
  }
  return [...groups].map(([assignedLocation, lines]) => ({ assignedLocation, lines }));
}

/** Our holds of a fulfillment order that nobody else holds, too: the one place where we put them is a doubtful address. */
function ownHolds(fo: FulfillmentOrderPicture): OwnHold[] {
  if (fo.status !== "ON_HOLD" || !fo.holds.every((hold) => hold.ours && hold.reason === "INCORRECT_ADDRESS")) return [];
  return fo.holds.flatMap((hold) => (hold.handle ? [{ fulfillmentOrderGid: fo.gid, handle: hold.handle }] : []));
}
