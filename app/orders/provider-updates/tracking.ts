import type { Parcel, ReportedBy } from "@prisma/client";
import { cleanText } from "../../common/clean-text.ts";
import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "../core/enqueue-flow-event.ts";
import { addHistory, idsOf } from "../core/history.ts";
import type { InTransaction } from "../core/lock.ts";
import { dueNow } from "../core/reschedule.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import { lockByReference } from "./find-by-reference.ts";
import type { PrintAccountId, ParcelId, ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";

export interface TrackingReport {
  /** The account whose event or list said so; undefined when the caller knows the submission already. */
  accountId?: PrintAccountId;
  reference: string;
  trackingNumber: string;
  trackingUrl: string;
  reportedBy: ReportedBy;
}

/** ignored: the report has no tracking number. */
export type TrackingOutcome = "recorded" | "known" | "ignored" | "unknown_reference";

const MAX_NUMBER_LENGTH = 255;
const MAX_LINK_LENGTH = 2048;

/**
 * Stores a parcel (print-service: SyncedTracking, trackingAdded), once per submission and number, and wakes its
 * fulfillment. No parcel and no link is ever removed: a later report without a link changes nothing, one with another
 * link corrects the link.
 */
export async function recordTracking(
  ctx: OrdersContext,
  update: TrackingReport,
  inTransaction?: InTransaction,
): Promise<TrackingOutcome> {
  const result = await transact(ctx, async (tx): Promise<SavedParcel> => {
    const found = await lockByReference(tx, update.reference, update.accountId);
    if (!found) return { outcome: "unknown_reference" };
    const saved = await applyTracking(tx, ctx, idsOf(found), update, found);
    await inTransaction?.(tx, found.orderId);
    return saved;
  });
  if (result.parcelId) ctx.wake.parcel(result.parcelId);
  return result.outcome;
}

/**
 * As recordTracking, of a known submission. `known`: its row as it is, where it is in hand. Needs the order's lock. The
 * parcel named is due once this is committed.
 */
export async function applyTracking(
  tx: Tx,
  ctx: OrdersContext,
  ids: ReturnType<typeof idsOf>,
  update: Pick<TrackingReport, "trackingNumber" | "trackingUrl" | "reportedBy">,
  known: SubmissionId | SubmissionRow = ids.submissionId,
): Promise<SavedParcel> {
  const number = normalizeTrackingNumber(update.trackingNumber);
  const by = update.reportedBy;
  if (number === "") {
    await addHistory(tx, ctx, { ...ids, code: "tracking.without_number", actor: "print_service", data: { by } });
    // Not "shipped": the number is still to come. But the service has the order, so that it is not sent again.
    await markSeenAtProvider(tx, ctx, known, { event: "seen_at_provider", hasUpdate: true });
    return { outcome: "ignored" };
  }
  const saved = await saveParcel(tx, ctx, ids, { number, link: link(update.trackingUrl), reportedBy: by });
  const hasUpdate = saved.outcome === "recorded";
  // A shipped parcel had a good address; its fulfillment releases the app's hold in Shopify.
  const answers = ["address_not_verified"] as const;
  await markSeenAtProvider(tx, ctx, known, { event: "shipped", hasUpdate, answers });
  return saved;
}

interface SavedParcel {
  outcome: TrackingOutcome;
  parcelId?: ParcelId;
}

async function saveParcel(
  tx: Tx,
  ctx: OrdersContext,
  ids: { shopId: ShopId; orderId: OrderId; submissionId: SubmissionId },
  parcel: { number: string; link: string; reportedBy: ReportedBy },
): Promise<SavedParcel> {
  const key = { submissionId: ids.submissionId, trackingNumber: parcel.number };
  const id = ctx.ids.uuid();
  const now = ctx.clock.now();
  const inserted = await tx.$executeRaw`
    INSERT INTO "Parcel" ("id", "shopId", "submissionId", "trackingNumber", "trackingUrl", "reportedBy", "firstSeenAt", "dueAt")
    VALUES (${id}::uuid, ${ids.shopId}::uuid, ${key.submissionId}::uuid, ${key.trackingNumber}, ${parcel.link},
      ${parcel.reportedBy}::"ReportedBy", ${now}, ${now})
    ON CONFLICT DO NOTHING`;
  if (inserted === 0) {
    const known = await tx.parcel.findUniqueOrThrow({ where: { submissionId_trackingNumber: key } });
    return { outcome: "known", ...(await correctLink(tx, ctx, known, parcel)) };
  }
  await enqueueFlowEvent(tx, ctx, { ...ids, id }, "parcel_shipped");
  await addHistory(tx, ctx, {
    ...ids,
    code: "parcel.seen",
    actor: "print_service",
    data: { parcel: id, by: parcel.reportedBy },
  });
  return { outcome: "recorded", parcelId: id };
}

/**
 * Stores a corrected link, which the fulfillment in Shopify then gets. Events come late and in any order, so none of
 * them overrides a link that the list or the detail showed.
 */
async function correctLink(
  tx: Tx,
  ctx: Pick<OrdersContext, "clock">,
  known: Parcel,
  { link, reportedBy }: { link: string; reportedBy: ReportedBy },
): Promise<{ parcelId?: ParcelId }> {
  const isCurrent = reportedBy !== "event";
  if (link === "" || (known.trackingUrl !== "" && !isCurrent && known.reportedBy !== "event")) return {};
  if (link === known.trackingUrl) {
    if (isCurrent && known.reportedBy === "event")
      await tx.parcel.update({ where: { id: known.id }, data: { reportedBy } });
    return {};
  }
  const requeue = known.state === "fulfilled" ? { state: "waiting" as const, ...dueNow(ctx) } : {};
  await tx.parcel.update({
    where: { id: known.id },
    data: { trackingUrl: link, reportedBy, linkCorrectedAt: ctx.clock.now(), version: { increment: 1 }, ...requeue },
  });
  return { parcelId: known.id };
}

/** The link where it is http(s) and of bounded length, else "". */
function link(given: string): string {
  const text = cleanText(given);
  const url = URL.canParse(text) ? new URL(text) : null;
  return url && /^https?:$/.test(url.protocol) && text.length <= MAX_LINK_LENGTH ? text : "";
}

/** A tracking number as it is stored: two spellings of one number are one parcel. "" where nothing visible is in it. */
export const normalizeTrackingNumber = (given: string): string => cleanText(given).slice(0, MAX_NUMBER_LENGTH);
