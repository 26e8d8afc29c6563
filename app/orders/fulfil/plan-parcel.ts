import type { FulfillmentOrderSnapshot, FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import { mergeTracking, trackingTarget, liveFulfillments } from "./live-fulfillments.ts";

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
  snapshot: FulfillmentSnapshot;
  /** Fulfillments that our writes made, of this submission. */
  ownFulfillments: readonly string[];
  /** A write of this parcel took effect: what is left of it may follow, and the customer knows. */
  started: boolean;
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
  | { kind: "already_present" }
  /** Only our own holds are in the way, and the goods are on their way. */
  | { kind: "release"; holds: OwnHold[] }
  | { kind: "blocked" }
  /** Shopify makes fulfillment orders a moment after the order. */
  | { kind: "not_created_yet" }
  /** No line left to fulfil, and no fulfillment to add the tracking to. */
  | { kind: "unmatched" };

/** States in which what remains of a fulfillment order is still to be sent. */
const ACTIVE: readonly string[] = ["OPEN", "IN_PROGRESS", "ON_HOLD", "SCHEDULED"];
/** Goods that are sent by parcel; pickup and local delivery are the merchant's own. */
const BY_PARCEL: readonly (string | null)[] = ["SHIPPING", "NONE", null];

/** What to write to Shopify for one parcel, from what stands there now. Pure: the same picture gives the same plan. */
export function planParcel(input: PlanInput): Plan {
  const { snapshot, tracking, started } = input;
  // Somebody else, or a write of ours whose answer was lost, put the number there: it is placed.
  if (!started && liveFulfillments(snapshot, tracking.number).length > 0) return { kind: "already_present" };
  const active = snapshot.fulfillmentOrders.filter(
    (fo) => ACTIVE.includes(fo.status) && BY_PARCEL.includes(fo.deliveryMethod),
  );
  const { open, blocked } = allocate(input.lines, active);
  const holds = blocked.flatMap(ownHolds);
  if (holds.length > 0) return { kind: "release", holds };
  if (open.length > 0) return { kind: "create", creates: byLocation(open), blocked: blocked.length > 0 };
  if (blocked.length > 0) return { kind: "blocked" };
  if (started) return { kind: "already_present" };
  if (snapshot.fulfillmentOrders.length === 0 && snapshot.fulfillments.length === 0 && !snapshot.cancelledAt) {
    return { kind: "not_created_yet" };
  }
  const target = trackingTarget(snapshot, input.lines, input.ownFulfillments);
  if (!target) return { kind: "unmatched" };
  return { kind: "add_tracking", fulfillmentGid: target.gid, tracking: mergeTracking(target.tracking, tracking) };
}

interface Allocation extends PlannedLine {
  assignedLocation: string;
}

/** min(left, remaining) of each line, over the fulfillment orders that let themselves be fulfilled, first come first. */
function allocate(lines: readonly PlanLine[], orders: readonly FulfillmentOrderSnapshot[]) {
  const open: Allocation[] = [];
  const blocked = new Set<FulfillmentOrderSnapshot>();
  const fulfillable = (fo: FulfillmentOrderSnapshot): boolean => fo.supportedActions.includes("CREATE_FULFILLMENT");
  for (const line of lines) {
    let left = line.left;
    for (const fo of [...orders.filter(fulfillable), ...orders.filter((one) => !fulfillable(one))]) {
      for (const item of fo.lines.filter((one) => one.lineItemGid === line.lineItemGid)) {
        const allocated = allocatedQuantity(open, item.gid);
        const quantity = Math.min(left, item.remaining - allocated);
        if (quantity <= 0) continue;
        left -= quantity;
        if (!fulfillable(fo)) blocked.add(fo);
        else
          open.push({
            ...lineIds(line),
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

const lineIds = (line: PlanLine) => ({ submissionLineId: line.submissionLineId, orderLineId: line.orderLineId });

const allocatedQuantity = (open: readonly Allocation[], gid: string): number =>
  open.filter((one) => one.fulfillmentOrderLineGid === gid).reduce((sum, one) => sum + one.quantity, 0);

function byLocation(allocations: readonly Allocation[]): PlannedCreate[] {
  const groups = new Map<string, PlannedLine[]>();
  for (const { assignedLocation, ...line } of allocations) {
    groups.set(assignedLocation, [...(groups.get(assignedLocation) ?? []), line]);
  }
  return [...groups].map(([assignedLocation, lines]) => ({ assignedLocation, lines }));
}

/** Our holds of a fulfillment order that nobody else holds, too: the one place where we put them is a doubtful address. */
function ownHolds(fo: FulfillmentOrderSnapshot): OwnHold[] {
  if (fo.status !== "ON_HOLD" || !fo.holds.every((hold) => hold.heldByApp && hold.reason === "INCORRECT_ADDRESS"))
    return [];
  return fo.holds.flatMap((hold) => (hold.handle ? [{ fulfillmentOrderGid: fo.gid, handle: hold.handle }] : []));
}
