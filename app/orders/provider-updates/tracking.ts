import type { Parcel, ReportedBy } from "../../../prisma/client/client.ts";
import { cutText, labelText } from "../../common/clean-text.ts";
import { withScheme } from "../../common/web-link.ts";
import type { DecideContext, WriteContext } from "../core/context.ts";
import { flowEventRow } from "../core/enqueue-flow-event.ts";
import { idsOf } from "../core/history.ts";
import { noteHistory, setColumns, setParcel, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { dueIn, dueNow, NO_CLAIM } from "../core/reschedule.ts";
import { countsAsShipped } from "../core/states.ts";
import { isSameNumber, trackingKey, trackingNumbersIn } from "../core/tracking-number.ts";
import type { UpdatedSubmission } from "./load-updated.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import type { AppliedUpdate, ProviderEvent } from "./record-events.ts";
import { ANSWERED_BY_SHIPPING, decisionOf, parcelsOf } from "./shipments.ts";
import type { ParcelId, PrintAccountId } from "../../ports/ids.ts";
import type { TrackingNumber } from "../../ports/webhooks.ts";

export interface TrackingReport extends TrackingNumber {
  /** The account whose event or list said so; undefined when the caller knows the submission already. */
  accountId?: PrintAccountId;
  reference: string;
  /** Further parcels that the same event names. */
  others?: readonly TrackingNumber[];
  reportedBy: ReportedBy;
}

const MAX_LINK_LENGTH = 2048;
const MAX_CARRIER_LENGTH = 100;

/** An event that a parcel has a number. */
export const trackingEvent = (ctx: DecideContext, report: TrackingReport): ProviderEvent => ({
  ...report,
  decide(rows, submission) {
    const { others = [], reportedBy } = report;
    const first = applyTracking(rows, ctx, submission, report);
    return others.reduce((before, other): AppliedUpdate => {
      const applied = applyTracking(rows, ctx, submission, { ...other, reportedBy });
      const isNews = applied.outcome === "recorded";
      return {
        outcome: isNews ? applied.outcome : before.outcome,
        wake: before.wake || applied.wake,
        parcelIds: [...before.parcelIds, ...applied.parcelIds],
      };
    }, first);
  },
});

/**
 * Adds a parcel for each number of the report (print-service: SyncedTracking, trackingAdded), once per submission, and makes its
 * fulfillment due, at once or once it has shipped (shipments.ts). No parcel and no link is ever removed: a later report without a link
 * changes nothing, one with another link corrects the link. ignored: the report has no tracking number.
 */
export function applyTracking(
  rows: OrderRows,
  ctx: DecideContext,
  submission: UpdatedSubmission,
  report: TrackingNumber & Pick<TrackingReport, "reportedBy">,
): AppliedUpdate {
  const numbers = trackingNumbersIn(report.trackingNumber);
  const ids = idsOf(submissionIn(rows, submission.id));
  const by = report.reportedBy;
  const entry = { ...ids, actor: "print_service", data: { by } } as const;
  if (numbers.length === 0) {
    noteHistory(rows, ctx, { ...entry, code: "tracking.without_number" });
    // Not "shipped": the number is still to come. But the service has the order, so that it is not sent again.
    markSeenAtProvider(rows, ctx, submission.id, { event: "seen_at_provider", hasUpdate: true });
    return { outcome: "ignored", wake: false, parcelIds: [] };
  }
  const { ship, others } = decisionOf(rows, submission);
  const known = parcelsOf(rows, submission.id);
  let labels = known.filter((parcel) => !countsAsShipped(parcel)).length;
  let hasShipped = labels < known.length;
  let hasUpdate = false;
  const reported = trackingLink(report.trackingUrl);
  const carrier = cutText(labelText(report.carrier), MAX_CARRIER_LENGTH) || null;
  const parcelIds: ParcelId[] = [];
  for (const number of numbers) {
    const link = linkOf(number, numbers, reported ?? "");
    const parcel = { number, link, carrier, reportedBy: by };
    // Another spelling of a known number is no other parcel.
    const same = parcelsOf(rows, submission.id).find((one) => isSameNumber(one.trackingNumber, number));
    if (same) {
      parcelIds.push(...correctLink(rows, ctx, same, parcel));
      continue;
    }
    const shipment = labels < ship ? "shipped" : others;
    if (shipment === "shipped") hasShipped = true;
    else labels += 1;
    const id = addParcel(rows, ctx, ids, { ...parcel, shipment });
    if (shipment === "shipped") parcelIds.push(id);
    hasUpdate = true;
  }
  // Once for a report that says something new: the list repeats what it has.
  if (reported === null && hasUpdate) noteHistory(rows, ctx, { ...entry, code: "tracking.link_rejected" });
  const signal = hasShipped ? ({ event: "shipped", answers: ANSWERED_BY_SHIPPING } as const) : LABEL_PRINTED;
  markSeenAtProvider(rows, ctx, submission.id, { ...signal, hasUpdate });
  return { outcome: hasUpdate ? "recorded" : "known", wake: false, parcelIds };
}

/** The service has the order, and prints it or has ended it. */
const LABEL_PRINTED = { event: "seen_at_provider" } as const;

interface NewParcel {
  number: string;
  link: string;
  carrier: string | null;
  reportedBy: ReportedBy;
  shipment: "shipped" | "awaited" | "ended";
}

function addParcel(
  rows: OrderRows,
  ctx: DecideContext,
  ids: ReturnType<typeof idsOf>,
  { number, link, carrier, reportedBy, shipment }: NewParcel,
): ParcelId {
  const { shopId, submissionId } = ids;
  const now = ctx.clock.now();
  const awaitingShipmentUntil = shipment === "shipped" ? null : dueIn(ctx, ctx.policy.shipmentWaitMs);
  const id = ctx.ids.uuid();
  rows.parcels.push({
    ...{ id, shopId, submissionId, trackingNumber: number, trackingUrl: link, carrier, reportedBy, firstSeenAt: now },
    ...{ awaitingShipmentUntil, state: shipment === "ended" ? "parked" : "waiting" },
    dueAt: shipment === "ended" ? null : (awaitingShipmentUntil ?? now),
    ...{ ...NO_CLAIM, linkCorrectedAt: null, tries: 0, failures: 0, version: 0 },
  });
  if (shipment === "shipped") rows.added.FlowEvent.push(flowEventRow(ctx, { ...ids, id }, "parcel_shipped"));
  noteHistory(rows, ctx, { ...ids, code: "parcel.seen", actor: "print_service", data: { parcel: id, by: reportedBy } });
  return id;
}

/**
 * Stores the carrier that an earlier report did not name, for writes that are still to come, and a corrected link, which the fulfillment in
 * Shopify then gets. Events come late and in any order, so none of
 * them overrides a link that the list or the detail showed. Returns the parcel where it is due.
 */
function correctLink(
  rows: OrderRows,
  ctx: WriteContext,
  known: Parcel,
  { link, carrier, reportedBy }: Pick<NewParcel, "link" | "carrier" | "reportedBy">,
): ParcelId[] {
  if (known.carrier === null && carrier !== null) setColumns(rows.parcels, known.id, { carrier });
  const isCurrent = reportedBy !== "event";
  if (link === "" || (known.trackingUrl !== "" && !isCurrent && known.reportedBy !== "event")) return [];
  if (link === known.trackingUrl) {
    if (isCurrent && known.reportedBy === "event") setColumns(rows.parcels, known.id, { reportedBy });
    return [];
  }
  const requeue = known.state === "fulfilled" ? { state: "waiting" as const, ...dueNow(ctx) } : {};
  setParcel(rows, known, { trackingUrl: link, reportedBy, linkCorrectedAt: ctx.clock.now(), ...requeue });
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
