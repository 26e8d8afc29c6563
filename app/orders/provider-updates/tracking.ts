import type { Parcel, ReportedBy } from "@prisma/client";
import { labelText } from "../../common/clean-text.ts";
import { withScheme } from "../../common/web-link.ts";
import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "../core/enqueue-flow-event.ts";
import { addHistory, idsOf } from "../core/history.ts";
import type { InTransaction } from "../core/lock.ts";
import { dueNow } from "../core/reschedule.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import { isSameNumber, trackingKey, trackingNumbersIn } from "../core/tracking-number.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import { lockByReference } from "./find-by-reference.ts";
import { ENDED_BY_SHIPPING } from "./status-reasons.ts";
import type { PrintAccountId, ParcelId, ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";

export interface TrackingReport {
  /** The account whose event or list said so; undefined when the caller knows the submission already. */
  accountId?: PrintAccountId;
  reference: string;
  trackingNumber: string;
  trackingUrl: string;
  reportedBy: ReportedBy;
}

/** recorded: a parcel of the report is new. ignored: the report has no tracking number. */
export type TrackingOutcome = "recorded" | "known" | "ignored" | "unknown_reference";

const MAX_LINK_LENGTH = 2048;

/**
 * Stores a parcel for each number of the report (print-service: SyncedTracking, trackingAdded), once per submission, and wakes its
 * fulfillment. No parcel and no link is ever removed: a later report without a link changes nothing, one with another
 * link corrects the link.
 */
export async function recordTracking(
  ctx: OrdersContext,
  update: TrackingReport,
  inTransaction?: InTransaction,
): Promise<TrackingOutcome> {
  const result = await transact(ctx, async (tx): Promise<SavedParcels> => {
    const found = await lockByReference(tx, update.reference, update.accountId);
    if (!found) return { outcome: "unknown_reference", parcelIds: [] };
    const saved = await applyTracking(tx, ctx, idsOf(found), update, found);
    await inTransaction?.(tx, found.orderId);
    return saved;
  });
  for (const id of result.parcelIds) ctx.wake.parcel(id);
  return result.outcome;
}

/**
 * As recordTracking, of a known submission. `known`: its row as it is, where it is in hand. Needs the order's lock. The
 * parcels named are due once this is committed.
 */
export async function applyTracking(
  tx: Tx,
  ctx: OrdersContext,
  ids: ReturnType<typeof idsOf>,
  update: Pick<TrackingReport, "trackingNumber" | "trackingUrl" | "reportedBy">,
  known: SubmissionId | SubmissionRow = ids.submissionId,
): Promise<SavedParcels> {
  const numbers = trackingNumbersIn(update.trackingNumber);
  const by = update.reportedBy;
  if (numbers.length === 0) {
    await addHistory(tx, ctx, { ...ids, code: "tracking.without_number", actor: "print_service", data: { by } });
    // Not "shipped": the number is still to come. But the service has the order, so that it is not sent again.
    await markSeenAtProvider(tx, ctx, known, { event: "seen_at_provider", hasUpdate: true });
    return { outcome: "ignored", parcelIds: [] };
  }
  const saved: SavedParcel[] = [];
  const reported = trackingLink(update.trackingUrl);
  for (const number of numbers) {
    const link = linkOf(number, numbers, reported ?? "");
    saved.push(await saveParcel(tx, ctx, ids, { number, link, reportedBy: by }));
  }
  // Once for a report that says something new: the list repeats what it has.
  if (reported === null && saved.some(({ outcome }) => outcome === "recorded"))
    await addHistory(tx, ctx, { ...ids, code: "tracking.link_rejected", actor: "print_service", data: { by } });
  const hasUpdate = saved.some(({ outcome }) => outcome === "recorded");
  // A shipped parcel had a good address; its fulfillment releases the app's hold in Shopify.
  const answers = ["address_not_verified", ...ENDED_BY_SHIPPING] as const;
  await markSeenAtProvider(tx, ctx, known, { event: "shipped", hasUpdate, answers });
  return { outcome: hasUpdate ? "recorded" : "known", parcelIds: saved.flatMap(({ parcelId }) => parcelId ?? []) };
}

interface SavedParcels {
  outcome: TrackingOutcome;
  parcelIds: ParcelId[];
}

interface SavedParcel {
  outcome: "recorded" | "known";
  parcelId?: ParcelId;
}

/** Another spelling of a known number is no other parcel. Needs the order's lock, under which nobody else adds one. */
async function saveParcel(
  tx: Tx,
  ctx: OrdersContext,
  ids: { shopId: ShopId; orderId: OrderId; submissionId: SubmissionId },
  parcel: { number: string; link: string; reportedBy: ReportedBy },
): Promise<SavedParcel> {
  const { shopId, submissionId } = ids;
  const parcels = await tx.parcel.findMany({ where: { submissionId } });
  const known = parcels.find((one) => isSameNumber(one.trackingNumber, parcel.number));
  if (known) return { outcome: "known", ...(await correctLink(tx, ctx, known, parcel)) };
  const id = ctx.ids.uuid();
  const now = ctx.clock.now();
  await tx.parcel.create({
    data: {
      ...{ id, shopId, submissionId, trackingNumber: parcel.number, trackingUrl: parcel.link },
      ...{ reportedBy: parcel.reportedBy, firstSeenAt: now, dueAt: now },
    },
    select: { id: true },
  });
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

/** A link that names another of the report's numbers leads to that parcel alone. */
function linkOf(number: string, numbers: readonly string[], link: string): string {
  const isNamed = (one: string) => trackingKey(link).includes(trackingKey(one));
  return isNamed(number) || !numbers.some(isNamed) ? link : "";
}

/**
 * The link, with its scheme; "" without one. null: it is not http(s), too long, or names a user before its host, which a customer
 * takes for the host. Shopify mails the link.
 */
function trackingLink(given: string): string | null {
  const text = withScheme(labelText(given));
  if (text === "") return "";
  const url = URL.parse(text);
  const isWeb = url !== null && /^https?:$/.test(url.protocol) && url.username === "" && url.password === "";
  return isWeb && text.length <= MAX_LINK_LENGTH ? text : null;
}
