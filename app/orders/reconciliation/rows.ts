import type { ParcelState } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SubmissionState } from "../core/states.ts";
import { BUCKET_OF, type MismatchReason } from "./buckets.ts";
import {
  mismatchKey,
  readEvidence,
  type Evidence,
  type Mismatch,
  type ReconciliationScope,
  type ReconciledSubmission,
} from "./stored-submissions.ts";
import { parseReference } from "../core/reference.ts";
import type { ListedOrder } from "./listed-order.ts";
import type { Classified } from "./classify.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** A mismatch as the page shows it. No personal data. */
export interface ReconciliationRow {
  /** Unique in the reconciliation. */
  key: string;
  why: MismatchReason;
  reference: string;
  submissionId: SubmissionId | null;
  order: { name: string; number: string } | null;
  /** Of an unknown reference: the order name that it contains, and Shopify's number where this shop has that order. */
  orderHint: { name: string; number: string | null } | null;
  state: SubmissionState | null;
  /** UTC, ISO 8601. */
  sentAt: string | null;
  parcels: { trackingNumber: string; state: ParcelState }[];
  providerOrder: {
    serviceOrderId: string | null;
    /** On the service's own clock, whose time zone is not known. */
    enteredAt: string | null;
    items: { itemSku: string; quantity: number; orderStatus: string | null }[];
    trackingNumbers: string[];
  } | null;
  /** Stored events that named the unknown reference. */
  unmatchedEvents: number;
  /** A lookup did not find it, and staff has not decided yet. */
  reportedMissing: boolean;
  dismissed: boolean;
}

export async function buildRows(
  ctx: Pick<OrdersContext, "db">,
  scope: ReconciliationScope,
  classified: readonly Classified<ReconciledSubmission>[],
): Promise<ReconciliationRow[]> {
  const mismatches = classified.flatMap((one) => (isMismatch(one.category) ? [{ ...one, why: one.category }] : []));
  const evidence = await readEvidence(ctx, scope, mismatches);
  return mismatches.map((one, index) => rowOf(one, evidence, index));
}

const isMismatch = (at: string): at is MismatchReason => at in BUCKET_OF;

function rowOf({ why, submission, providerOrder }: Mismatch, evidence: Evidence, index: number): ReconciliationRow {
  const reference = submission?.reference ?? providerOrder?.reference ?? "";
  const serviceOrderId = providerOrder?.serviceOrderId ?? null;
  const name = submission ? null : (parseReference(reference)?.name ?? null);
  return {
    key: `${why} ${reference} ${serviceOrderId ?? index}`,
    why,
    reference,
    submissionId: submission?.id ?? null,
    order: submission && { name: submission.order.name, number: submission.order.number },
    orderHint: name === null ? null : { name, number: evidence.shopifyIds.get(name) ?? null },
    state: submission?.state ?? null,
    sentAt: submission?.sentAt?.toISOString() ?? null,
    parcels: submission?.parcels.map(({ trackingNumber, state }) => ({ trackingNumber, state })) ?? [],
    providerOrder: providerOrder && toProviderOrder(providerOrder),
    unmatchedEvents: evidence.events.get(reference) ?? 0,
    reportedMissing: submission !== null && evidence.reportedMissing.has(submission.id),
    dismissed: submission !== null && evidence.dismissed.has(mismatchKey(submission.id, why, serviceOrderId)),
  };
}

function toProviderOrder(row: ListedOrder): ReconciliationRow["providerOrder"] {
  return {
    serviceOrderId: row.serviceOrderId,
    enteredAt: row.enteredAt,
    items: row.items.map(({ itemSku, quantity, orderStatus }) => ({ itemSku, quantity, orderStatus })),
    trackingNumbers: row.trackings.map((tracking) => tracking.trackingNumber),
  };
}
