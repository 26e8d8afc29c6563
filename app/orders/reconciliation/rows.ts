import type { ParcelState } from "@prisma/client";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { State } from "../core/transitions.ts";
import type { Amiss, Whose } from "./mismatch.ts";
import { BUCKET_OF, type Why } from "./buckets.ts";
import { about, readEvidence, type Evidence } from "./evidence.ts";
import { readReference } from "../core/reference.ts";
import type { LedgerSubmission } from "./our-submissions.ts";
import type { Placed } from "./classify.ts";

/** A disagreement as the page shows it. No personal data. */
export interface LedgerRow {
  /** Unique in the ledger. */
  key: string;
  why: Why;
  reference: string;
  submissionId: string | null;
  order: { name: string; number: string } | null;
  /** Of a row that is nobody's: the order name that its reference seems to carry, and whether this shop has that order. */
  named: { name: string; number: string | null } | null;
  state: State | null;
  /** UTC, ISO 8601. */
  sentAt: string | null;
  parcels: { trackingNumber: string; state: ParcelState }[];
  there: {
    serviceOrderId: string | null;
    /** On the service's own clock, whose time zone is not known. */
    enteredAt: string | null;
    items: { itemSku: string; quantity: number; orderStatus: string | null }[];
    trackingNumbers: string[];
  } | null;
  /** Events of the service that named the reference and are kept, since nobody carries it. */
  events: number;
  /** It was looked for, not found, and waits for a person. */
  askedFor: boolean;
  /** A person has seen to it. */
  noted: boolean;
}

/** The rows that need a repair, in the sequence given. */
export async function toRows(
  ctx: Pick<OrdersContext, "db">,
  whose: Whose,
  placed: readonly Placed<LedgerSubmission>[],
): Promise<LedgerRow[]> {
  const amiss = placed.flatMap((one) => (isWhy(one.at) ? [{ ...one, why: one.at }] : []));
  const evidence = await readEvidence(ctx, whose, amiss);
  return amiss.map((one, place) => rowOf(one, evidence, place));
}

const isWhy = (at: string): at is Why => at in BUCKET_OF;

function rowOf({ why, ours, theirs }: Amiss, evidence: Evidence, place: number): LedgerRow {
  const reference = ours?.reference ?? theirs?.reference ?? "";
  const serviceOrderId = theirs?.serviceOrderId ?? null;
  const name = ours ? null : (readReference(reference)?.name ?? null);
  return {
    key: `${why} ${reference} ${serviceOrderId ?? place}`,
    why,
    reference,
    submissionId: ours?.id ?? null,
    order: ours && { name: ours.order.name, number: ours.order.number },
    named: name === null ? null : { name, number: evidence.numbers.get(name) ?? null },
    state: ours?.state ?? null,
    sentAt: ours?.sentAt?.toISOString() ?? null,
    parcels: ours?.parcels.map(({ trackingNumber, state }) => ({ trackingNumber, state })) ?? [],
    there: theirs && thereOf(theirs),
    events: evidence.events.get(reference) ?? 0,
    askedFor: ours !== null && evidence.askedFor.has(ours.id),
    noted: ours !== null && evidence.noted.has(about(ours.id, why, serviceOrderId)),
  };
}

function thereOf(row: SyncedOrder): LedgerRow["there"] {
  return {
    serviceOrderId: row.serviceOrderId,
    enteredAt: row.enteredAt,
    items: row.items.map(({ itemSku, quantity, orderStatus }) => ({ itemSku, quantity, orderStatus })),
    trackingNumbers: row.trackings.map((tracking) => tracking.trackingNumber),
  };
}
