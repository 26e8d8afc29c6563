import type { Parcel, ReportedBy } from "../../../prisma/client/client.ts";
import { labelText } from "../../common/clean-text.ts";
import { withScheme } from "../../common/web-link.ts";
import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Tx } from "../../database/transaction.ts";
import { enqueueFlowEvent } from "../core/enqueue-flow-event.ts";
import { addHistory, idsOf } from "../core/history.ts";
import type { InTransaction } from "../core/lock.ts";
import { dueIn, dueNow } from "../core/reschedule.ts";
import { countsAsShipped } from "../core/states.ts";
import type { SubmissionRow } from "../core/submission-row.ts";
import { isSameNumber, trackingKey, trackingNumbersIn } from "../core/tracking-number.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import { lockByReference } from "./find-by-reference.ts";
import { ANSWERED_BY_SHIPPING, decisionOf, readShipments } from "./shipments.ts";
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
 * fulfillment, at once or once it has shipped (shipments.ts). No parcel and no link is ever removed: a later report without a link
 * changes nothing, one with another link corrects the link.
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
  const { parcels, ...shipments } = await readShipments(tx, ids.submissionId);
  const { ship, others } = decisionOf({ parcels, ...shipments });
  let labels = parcels.filter((parcel) => !countsAsShipped(parcel)).length;
  let hasShipped = labels < parcels.length;
  let hasUpdate = false;
  const reported = trackingLink(update.trackingUrl);
  const parcelIds: ParcelId[] = [];
  for (const number of numbers) {
    const link = linkOf(number, numbers, reported ?? "");
    const parcel = { number, link, reportedBy: by };
    // Another spelling of a known number is no other parcel.
    const same = parcels.find((one) => isSameNumber(one.trackingNumber, number));
    if (same) {
      parcelIds.push(...(await correctLink(tx, ctx, same, parcel)));
      continue;
    }
    const shipment = labels < ship ? "shipped" : others;
    if (shipment === "shipped") hasShipped = true;
    else labels += 1;
    const added = await addParcel(tx, ctx, ids, { ...parcel, shipment });
    parcels.push(added);
    if (shipment === "shipped") parcelIds.push(added.id);
    hasUpdate = true;
  }
  // Once for a report that says something new: the list repeats what it has.
  if (reported === null && hasUpdate)
    await addHistory(tx, ctx, { ...ids, code: "tracking.link_rejected", actor: "print_service", data: { by } });
  const signal = hasShipped ? ({ event: "shipped", answers: ANSWERED_BY_SHIPPING } as const) : LABEL_PRINTED;
  await markSeenAtProvider(tx, ctx, known, { ...signal, hasUpdate });
  return { outcome: hasUpdate ? "recorded" : "known", parcelIds };
}

interface SavedParcels {
  outcome: TrackingOutcome;
  parcelIds: ParcelId[];
}

/** The service has the order, and prints it or has ended it. */
const LABEL_PRINTED = { event: "seen_at_provider" } as const;

interface NewParcel {
  number: string;
  link: string;
  reportedBy: ReportedBy;
  shipment: "shipped" | "awaited" | "ended";
}

/** Needs the order's lock, under which nobody else adds one. */
async function addParcel(
  tx: Tx,
  ctx: OrdersContext,
  ids: { shopId: ShopId; orderId: OrderId; submissionId: SubmissionId },
  { number, link, reportedBy, shipment }: NewParcel,
): Promise<Parcel> {
  const { shopId, submissionId } = ids;
  const now = ctx.clock.now();
  const awaitingShipmentUntil = shipment === "shipped" ? null : dueIn(ctx, ctx.policy.shipmentWaitMs);
  const id = ctx.ids.uuid();
  const added = await tx.parcel.create({
    data: {
      ...{ id, shopId, submissionId, trackingNumber: number, trackingUrl: link, reportedBy, firstSeenAt: now },
      ...{ awaitingShipmentUntil, state: shipment === "ended" ? "parked" : "waiting" },
      dueAt: shipment === "ended" ? null : (awaitingShipmentUntil ?? now),
    },
  });
  if (shipment === "shipped") await enqueueFlowEvent(tx, ctx, { ...ids, id }, "parcel_shipped");
  const data = { parcel: id, by: reportedBy };
  await addHistory(tx, ctx, { ...ids, code: "parcel.seen", actor: "print_service", data });
  return added;
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
): Promise<ParcelId[]> {
  const isCurrent = reportedBy !== "event";
  if (link === "" || (known.trackingUrl !== "" && !isCurrent && known.reportedBy !== "event")) return [];
  if (link === known.trackingUrl) {
    if (isCurrent && known.reportedBy === "event")
      await tx.parcel.update({ where: { id: known.id }, data: { reportedBy } });
    return [];
  }
  const requeue = known.state === "fulfilled" ? { state: "waiting" as const, ...dueNow(ctx) } : {};
  await tx.parcel.update({
    where: { id: known.id },
    data: { trackingUrl: link, reportedBy, linkCorrectedAt: ctx.clock.now(), version: { increment: 1 }, ...requeue },
  });
  return countsAsShipped(known) ? [known.id] : [];
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
