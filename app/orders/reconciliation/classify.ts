import type { ParcelState } from "../../../prisma/client/client.ts";
import type { CompleteScan } from "../provider-reader/list-scan.ts";
import { joinOrders } from "../../ports/print-service.ts";
import type { ListedOrder } from "./listed-order.ts";
import { differingSkus } from "../provider-updates/match-lines.ts";
import { trackingKey, trackingNumbersIn } from "../core/tracking-number.ts";
import {
  countsAsShipped,
  IN_FLIGHT_STATES,
  SENT_STATES,
  SHIPPED_STATES,
  AT_PROVIDER_STATES,
  type SubmissionState,
} from "../core/states.ts";
import type { MismatchReason } from "./buckets.ts";

export interface ComparedSubmission {
  reference: string;
  state: SubmissionState;
  /** Last. null: never sent, as far as is known here. */
  sentAt: Date | null;
  replaced: boolean;
  serviceOrderId: string | null;
  /** As sent. */
  items: readonly { itemSku: string; quantity: number }[];
  /** The order is canceled in Shopify, which takes no tracking number any more. */
  orderCancelled: boolean;
  /** Nothing of it is left to fulfill in Shopify. */
  fulfilledInShopify: boolean;
  parcels: { trackingNumber: string; state: ParcelState; firstSeenAt: Date; awaitingShipmentUntil: Date | null }[];
}

export interface ReconciliationInput<O extends ComparedSubmission> {
  submissions: readonly O[];
  providerOrders: readonly ListedOrder[];
  /** The same list, known to be complete. null: the list shows every submission, so none is concluded to be absent. */
  completeScan: CompleteScan<unknown> | null;
  /** Listed references of submissions that are not compared. */
  knownReferences: ReadonlyMap<string, "other_shop" | "outside_range">;
  /** Days on the service's own clock, YYYY-MM-DD; without an end the range reaches to now. */
  days: { from: string; to: string | null };
  /** Younger differences may still resolve themselves. */
  stableBefore: Date;
}

/** Categories that need no repair. */
export const OK_CATEGORIES = ["matched", "pending", "other_shop", "outside_range"] as const;
export type OkCategory = (typeof OK_CATEGORIES)[number];

export interface Classified<O extends ComparedSubmission> {
  category: MismatchReason | OkCategory;
  submission: O | null;
  providerOrder: ListedOrder | null;
}

/**
 * Joins both sides by reference. Every submission and every row of the list gets exactly one category; the rows of an order that the
 * service split get one together.
 */
export function classifyOrders<O extends ComparedSubmission>(sides: ReconciliationInput<O>): Classified<O>[] {
  const listed = Map.groupBy(sides.providerOrders, (row) => row.reference);
  const classified: Classified<O>[] = [];
  for (const submission of sides.submissions) {
    const rows = joinSplit(submission, listed.get(submission.reference) ?? []);
    listed.delete(submission.reference);
    const own = rows.find((row) => row.serviceOrderId === submission.serviceOrderId) ?? rows[0];
    classified.push({
      category: own
        ? classifyListed(submission, own, sides.stableBefore)
        : classifyAbsent(submission, requireScan(sides.completeScan), sides.stableBefore),
      submission,
      providerOrder: own ?? null,
    });
    for (const row of rows)
      if (row !== own) classified.push({ category: "listed_twice", submission, providerOrder: row });
  }
  for (const row of [...listed.values()].flat()) {
    classified.push({
      category: sides.knownReferences.get(row.reference) ?? classifyUnknown(row, sides.days),
      submission: null,
      providerOrder: row,
    });
  }
  return classified;
}

/** Rows of one reference that have together no more than was sent are the parts of one order. A row without items shows nothing. */
function joinSplit({ items: sent, serviceOrderId }: ComparedSubmission, rows: readonly ListedOrder[]) {
  if (rows.length < 2 || rows.some(({ items }) => items.length === 0)) return rows;
  const joined = joinOrders(rows);
  const { skus, isPart } = differingSkus(sent, joined.items);
  // The wire's quantity is the unfulfilled one: of what has shipped, only the number of items tells parts from a second order.
  const shipped = joined.items.some(({ quantity }) => quantity === 0);
  if ((skus.length > 0 && !isPart) || (shipped && joined.items.length > sent.length)) return rows;
  return [{ ...joined, serviceOrderId: serviceOrderId ?? joined.serviceOrderId }];
}

function classifyListed(
  submission: ComparedSubmission,
  row: ListedOrder,
  stableBefore: Date,
): MismatchReason | OkCategory {
  if (!AT_PROVIDER_STATES.includes(submission.state)) {
    return IN_FLIGHT_STATES.includes(submission.state) && isRecent(submission.sentAt, stableBefore)
      ? "pending"
      : "listed_but_not_sent";
  }
  const numbers = row.trackings.flatMap(({ trackingNumber }) => trackingNumbersIn(trackingNumber));
  if (numbers.length > 0) return classifyShipped(submission, numbers, stableBefore);
  if (SHIPPED_STATES.includes(submission.state)) {
    // It shipped while the list was read.
    return submission.parcels.some((parcel) => isRecent(parcel.firstSeenAt, stableBefore)) ? "pending" : "no_tracking";
  }
  return submission.fulfilledInShopify && !submission.replaced ? "fulfilled_outside_app" : "matched";
}

function requireScan(scan: CompleteScan<unknown> | null): CompleteScan<unknown> {
  if (!scan) throw new Error("absence cannot be concluded from a list that may be incomplete");
  return scan;
}

/** Takes a complete scan: from any other one no submission may be concluded to be absent. */
function classifyAbsent(
  submission: ComparedSubmission,
  _scan: CompleteScan<unknown>,
  stableBefore: Date,
): MismatchReason | OkCategory {
  const expectedAtProvider = SENT_STATES.includes(submission.state);
  // A replaced submission is not to be printed.
  if (!expectedAtProvider || submission.replaced) return "matched";
  if (isRecent(submission.sentAt, stableBefore)) return "pending";
  return SHIPPED_STATES.includes(submission.state) ? "shipped_not_listed" : "not_listed";
}

function classifyShipped(
  submission: ComparedSubmission,
  numbers: readonly string[],
  stableBefore: Date,
): MismatchReason | OkCategory {
  const known = new Set(submission.parcels.map((parcel) => trackingKey(parcel.trackingNumber)));
  if (numbers.some((number) => !known.has(trackingKey(number)))) return "unknown_tracking";
  const open = submission.parcels.filter((parcel) => parcel.state !== "fulfilled" && countsAsShipped(parcel));
  if (open.length === 0 || submission.orderCancelled) return "matched";
  const overdue = open.some((parcel) => parcel.state === "parked" || !isRecent(parcel.firstSeenAt, stableBefore));
  return overdue ? "parcel_not_fulfilled" : "pending";
}

const isRecent = (at: Date | null, stableBefore: Date): boolean => at !== null && at > stableBefore;

/**
 * The list is asked for wider than the range, since its time zone is not shown: what it adds at the ends is not meant.
 */
function classifyUnknown(
  row: ListedOrder,
  { from, to }: ReconciliationInput<ComparedSubmission>["days"],
): "unknown_reference" | "outside_range" {
  const day = row.enteredAt?.slice(0, 10) ?? from;
  return day < from || (to !== null && day > to) ? "outside_range" : "unknown_reference";
}
