import type { ParcelState } from "@prisma/client";
import type { SyncedOrder } from "../../ports/print-service.ts";
import { parcelNumber } from "../provider-updates/tracking-number.ts";
import { AT_SERVICE, type State } from "../core/transitions.ts";
import type { Why } from "./buckets.ts";

/** A submission as far as the comparison needs it. */
export interface Ours {
  reference: string;
  state: State;
  /** null: never sent, as far as is known here. */
  sentAt: Date | null;
  replaced: boolean;
  serviceOrderId: string | null;
  /** Nothing of it is left to fulfil in Shopify. */
  fulfilledInShopify: boolean;
  parcels: { trackingNumber: string; state: ParcelState; firstSeenAt: Date }[];
}

export interface Sides<O extends Ours> {
  ours: readonly O[];
  theirs: readonly SyncedOrder[];
  /** References of the list that are known here and not compared: they belong to … */
  known: ReadonlyMap<string, "other_shop" | "outside">;
  /** Days on the service's own clock, YYYY-MM-DD; without an end the range reaches to now. */
  days: { from: string; to: string | null };
  /** What is younger may still be on its way. */
  settledBefore: Date;
}

/** Places of what needs no repair. */
export const CALM = ["in_order", "moving", "other_shop", "outside"] as const;
export type Calm = (typeof CALM)[number];

export interface Placed<O extends Ours> {
  at: Why | Calm;
  ours: O | null;
  theirs: SyncedOrder | null;
}

/** Puts both sides together by reference. Every submission and every row of the list ends in exactly one place. */
export function sortLedger<O extends Ours>(sides: Sides<O>): Placed<O>[] {
  const listed = Map.groupBy(sides.theirs, (row) => row.reference);
  const placed: Placed<O>[] = [];
  for (const ours of sides.ours) {
    const rows = listed.get(ours.reference) ?? [];
    listed.delete(ours.reference);
    const own = rows.find((row) => row.serviceOrderId === ours.serviceOrderId) ?? rows[0];
    placed.push({ at: judge(ours, own, sides.settledBefore), ours, theirs: own ?? null });
    for (const row of rows) if (row !== own) placed.push({ at: "listed_twice", ours, theirs: row });
  }
  for (const row of [...listed.values()].flat()) {
    placed.push({ at: sides.known.get(row.reference) ?? placeOfUnknown(row, sides.days), ours: null, theirs: row });
  }
  return placed;
}

const SHIPPED: readonly State[] = ["shipped", "fulfilled"];
const ON_ITS_WAY: readonly State[] = ["submitting", "uncertain"];

function judge(ours: Ours, row: SyncedOrder | undefined, settledBefore: Date): Why | Calm {
  if (!row) return judgeAbsent(ours, settledBefore);
  if (!AT_SERVICE.includes(ours.state)) {
    return ON_ITS_WAY.includes(ours.state) && isYoung(ours.sentAt, settledBefore) ? "moving" : "not_counted_as_sent";
  }
  const numbers = row.trackings.map((t) => parcelNumber(t.trackingNumber)).filter((number) => number !== "");
  if (numbers.length > 0) return judgeShipped(ours, numbers, settledBefore);
  if (SHIPPED.includes(ours.state)) return "no_tracking";
  return ours.fulfilledInShopify && !ours.replaced ? "fulfilled_by_hand" : "in_order";
}

function judgeAbsent(ours: Ours, settledBefore: Date): Why | Calm {
  const mayBeThere = AT_SERVICE.includes(ours.state) || ON_ITS_WAY.includes(ours.state);
  // A replaced one is not to be made: all the better when it is not there.
  if (!mayBeThere || ours.replaced) return "in_order";
  if (isYoung(ours.sentAt, settledBefore)) return "moving";
  return SHIPPED.includes(ours.state) ? "not_listed_any_more" : "not_listed";
}

function judgeShipped(ours: Ours, numbers: readonly string[], settledBefore: Date): Why | Calm {
  const known = new Set(ours.parcels.map((parcel) => parcel.trackingNumber));
  if (numbers.some((number) => !known.has(number))) return "tracking_new";
  const open = ours.parcels.filter((parcel) => parcel.state !== "fulfilled");
  if (open.length === 0) return "in_order";
  const late = open.some((parcel) => parcel.state === "stuck" || !isYoung(parcel.firstSeenAt, settledBefore));
  return late ? "parcel_open" : "moving";
}

const isYoung = (at: Date | null, settledBefore: Date): boolean => at !== null && at > settledBefore;

/** The list is asked for wider than the range, since its time zone is not shown: what it adds at the ends is not meant. */
function placeOfUnknown(row: SyncedOrder, { from, to }: Sides<Ours>["days"]): "nobodys" | "outside" {
  const day = row.enteredAt?.slice(0, 10) ?? from;
  return day < from || (to !== null && day > to) ? "outside" : "nobodys";
}
