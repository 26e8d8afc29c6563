import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { FulfillmentOfOrder, FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import { mergeTracking, trackingTarget, liveFulfillments } from "./read-fulfillment.ts";
import type { SubmissionLineId, OrderLineId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";

/** A line of the parcel's submission. */
export interface PlanLine {
  submissionLineId: SubmissionLineId;
  orderLineId: OrderLineId;
  lineItemGid: Gid<"LineItem">;
  /** Quantity sent, less what the app's fulfillments of this submission have already. Never negative; 0 for a reprint. */
  left: number;
  /** Of the order line, still to be fulfilled as Shopify said last. */
  remaining: number;
}

export interface PlanInput {
  tracking: TrackingInfo;
  lines: readonly PlanLine[];
  snapshot: FulfillmentSnapshot;
  /** See LoadedParcel. */
  ownFulfillments: readonly Gid<"Fulfillment">[];
  otherFulfillments: readonly Gid<"Fulfillment">[];
  /** A write of this parcel took effect: the rest may follow, without a second email. */
  started: boolean;
}

export interface PlannedLine {
  submissionLineId: SubmissionLineId;
  orderLineId: OrderLineId;
  fulfillmentOrderGid: Gid<"FulfillmentOrder">;
  fulfillmentOrderLineGid: Gid<"FulfillmentOrderLineItem">;
  quantity: number;
}

export interface PlannedCreate {
  assignedLocation: string;
  lines: PlannedLine[];
}

export interface OwnHold {
  fulfillmentOrderGid: Gid<"FulfillmentOrder">;
  handle: string;
}

type PlanWithBlocked = { kind: "create"; creates: PlannedCreate[]; blocked: boolean } | { kind: "blocked" };

export type Plan =
  /** One fulfillment per assigned location; `blocked`: more of the goods cannot be fulfilled yet, or none can. */
  | PlanWithBlocked
  /** All tracking of that fulfillment afterwards: Shopify's present one and ours. */
  | { kind: "add_tracking"; fulfillmentGid: Gid<"Fulfillment">; tracking: TrackingInfo[] }
  /** The number is in Shopify already; nothing is written. */
  | { kind: "already_present" }
  /** They have the number and goods of the parcel, and no known write made them: they are recorded, and the rest is planned. */
  | { kind: "adopt"; fulfillments: FulfillmentOfOrder[] }
  /** Only the app's own holds are in the way. */
  | { kind: "release"; holds: OwnHold[] }
  /** Only their date is in the way of all their goods, which this submission has printed. `otherwise`: where they stay scheduled. */
  | { kind: "open"; scheduled: Gid<"FulfillmentOrder">[]; otherwise: PlanWithBlocked }
  /** Shopify makes fulfillment orders a moment after the order. */
  | { kind: "not_created_yet" }
  /** No line left to fulfill, and no fulfillment to add the tracking to; or the rest cannot be fulfilled. */
  | { kind: "unmatched" };

/** States in which what remains of a fulfillment order is still to be sent. */
const ACTIVE: readonly string[] = ["OPEN", "IN_PROGRESS", "ON_HOLD", "SCHEDULED"];
/** Fulfillment orders of this kind come first. Items for pickup or local delivery are sent only after approval (`not_by_parcel`). */
const BY_PARCEL: readonly (string | null)[] = ["SHIPPING", "NONE", null];

/** What to write to Shopify for one parcel, given what Shopify shows now. Pure. */
export function planParcel(input: PlanInput): Plan {
  const { snapshot, tracking, started } = input;
  const existing = liveFulfillments(snapshot, tracking.number);
  if (!started && existing.some(({ gid }) => input.ownFulfillments.includes(gid))) return { kind: "already_present" };
  const adoptable = started ? [] : existing.filter((one) => isOfParcel(input, one));
  if (adoptable.length > 0) return { kind: "adopt", fulfillments: adoptable };
  const active = snapshot.fulfillmentOrders
    .filter((fo) => ACTIVE.includes(fo.status))
    .toSorted((a, b) => Number(BY_PARCEL.includes(b.deliveryMethod)) - Number(BY_PARCEL.includes(a.deliveryMethod)));
  const { open, blocked } = allocate(input.lines, active);
  const ours = blocked.filter((fo) => !fo.atFulfillmentService);
  const hasUnrouted = input.lines.some((line) => isUnrouted(snapshot, line));
  const holds = ours.flatMap(ownHolds);
  if (holds.length > 0) return { kind: "release", holds };
  if (open.length + blocked.length > 0) {
    const plan: PlanWithBlocked =
      open.length > 0
        ? { kind: "create", creates: byLocation(open), blocked: blocked.length > 0 || hasUnrouted }
        : { kind: "blocked" };
    const scheduled = ours.filter((fo) => canOpen(fo, input.lines)).map((fo) => fo.gid);
    return scheduled.length > 0 ? { kind: "open", scheduled, otherwise: plan } : plan;
  }
  if (started && hasUnrouted) return { kind: "unmatched" };
  if (started || existing.length > 0) return { kind: "already_present" };
  if (snapshot.fulfillmentOrders.length === 0 && snapshot.fulfillments.length === 0 && !snapshot.cancelledAt) {
    return { kind: "not_created_yet" };
  }
  const target = trackingTarget(snapshot, input.lines, input.ownFulfillments);
  if (!target) return { kind: "unmatched" };
  return { kind: "add_tracking", fulfillmentGid: target.gid, tracking: mergeTracking(target.tracking, tracking) };
}

/**
 * Goods that the order still has to get fulfilled, and of which Shopify has made no fulfillment order, as of an item that an exchange
 * added: it may make one later, or never, and nobody else can fulfill them until then.
 */
export const isUnrouted = (
  { fulfillmentOrders }: FulfillmentSnapshot,
  { lineItemGid, left, remaining }: Pick<PlanLine, "lineItemGid" | "left" | "remaining">,
): boolean =>
  left > 0 &&
  remaining > 0 &&
  !fulfillmentOrders.some(({ lines }) => lines.some((one) => one.lineItemGid === lineItemGid));

/**
 * Whether a fulfillment with the parcel's number has goods of it that no fulfillment is known to have: somebody entered the
 * number, or a write of ours was lost. Two submissions of an order may have one number, in one box: what another one has
 * fulfilled is none of this parcel's.
 */
const isOfParcel = ({ lines, otherFulfillments }: PlanInput, { gid, lines: fulfilled }: FulfillmentOfOrder): boolean =>
  !otherFulfillments.includes(gid) &&
  lines.some((line) => line.left > 0 && fulfilled.some(({ lineItemGid }) => lineItemGid === line.lineItemGid));

/** Goods that this submission does not print keep their date. */
const canOpen = (fo: FulfillmentOrderSnapshot, lines: readonly PlanLine[]): boolean =>
  fo.status === "SCHEDULED" &&
  fo.supportedActions.includes("MARK_AS_OPEN") &&
  fo.lines.every((item) => item.remaining === 0 || lines.some((line) => line.lineItemGid === item.lineItemGid));

interface Allocation extends PlannedLine {
  assignedLocation: string;
}

/**
 * min(left, remaining) of each line: from fulfillment orders that can be fulfilled first, then from blocked ones. Those of a fulfillment
 * service come last and are blocked: Shopify lets the app fulfill them, and the service would not send what it has.
 */
function allocate(lines: readonly PlanLine[], orders: readonly FulfillmentOrderSnapshot[]) {
  const open: Allocation[] = [];
  const blocked = new Set<FulfillmentOrderSnapshot>();
  const fulfillable = (fo: FulfillmentOrderSnapshot): boolean =>
    !fo.atFulfillmentService && fo.supportedActions.includes("CREATE_FULFILLMENT");
  const rank = (fo: FulfillmentOrderSnapshot): number => (fulfillable(fo) ? 0 : fo.atFulfillmentService ? 2 : 1);
  const ranked = orders.toSorted((a, b) => rank(a) - rank(b));
  for (const line of lines) {
    let left = line.left;
    for (const fo of ranked) {
      for (const item of fo.lines.filter((one) => one.lineItemGid === line.lineItemGid)) {
        const allocated = allocatedQuantity(open, item.gid);
        const quantity = Math.min(left, item.remaining - allocated);
        if (quantity <= 0) continue;
        left -= quantity;
        if (!fulfillable(fo)) blocked.add(fo);
        else
          open.push({
            submissionLineId: line.submissionLineId,
            orderLineId: line.orderLineId,
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

const allocatedQuantity = (open: readonly Allocation[], gid: Gid<"FulfillmentOrderLineItem">): number =>
  open.filter((one) => one.fulfillmentOrderLineGid === gid).reduce((sum, one) => sum + one.quantity, 0);

const byLocation = (allocations: readonly Allocation[]): PlannedCreate[] =>
  [...Map.groupBy(allocations, (one) => one.assignedLocation)].map(([assignedLocation, group]) => ({
    assignedLocation,
    lines: group.map(({ assignedLocation: _, ...line }) => line),
  }));

/** The app's holds of a fulfillment order that has no other hold: for a doubtful address, or until a person had decided. */
function ownHolds(fo: FulfillmentOrderSnapshot): OwnHold[] {
  if (fo.status !== "ON_HOLD" || !fo.holds.every((hold) => hold.heldByApp)) return [];
  return fo.holds.flatMap((hold) => (hold.handle ? [{ fulfillmentOrderGid: fo.gid, handle: hold.handle }] : []));
}
