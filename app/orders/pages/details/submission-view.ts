import { sentFiles, type SentFile } from "../../core/sent-content.ts";
import type {
  PaymentProblem,
  PrintAccountKind,
  ShopifyWriteKind,
  ShopifyWriteOutcome,
} from "../../../../prisma/client/client.ts";
import { DELAYS, isHold, type AttentionCode } from "../../core/attention.ts";
import type { OrdersContext } from "../../core/context.ts";
import { layOutText } from "../../../artwork/text-layout.ts";
import type { TextOnArtwork } from "../../../ports/artwork.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { DrawnText, PrintItem, PrintOrder } from "../../../ports/order-model.ts";
import type { TextProblem } from "../../../ports/text-placement.ts";
import type { Action } from "../../actions/actions.ts";
import { knownAmount, type Amount } from "../../provider-writes/request-write.ts";
import { availableActions } from "../../actions/available-actions.ts";
import { isSendingPaused, planSending, type PlannedWait } from "../../core/sending-plan.ts";
import { serviceNameOf } from "../../core/shop-row.ts";
import { isPractice, readDecidedRules, type DecidedRule } from "../../core/submission-row.ts";
import { SENT_STATES, UNSENT_STATES } from "../../core/states.ts";
import { isSameNumber, trackingNumbersIn } from "../../core/tracking-number.ts";
import { uncertaintyOf, failureOf, laterOrdersOf, type UncertaintyView, type LookupFailure } from "./uncertainty.ts";
import type { Confidential } from "./confidential.ts";
import { actionContextOf, lineTitle, type StoredOrder, type StoredSubmission } from "./stored-order.ts";
import type { OrderLineId, ShopId, SubmissionId } from "../../../ports/ids.ts";
import { readSettings } from "../../../settings/settings.ts";
import type { ShippingServiceSummary, SyncedRecipient } from "../../../ports/print-service.ts";
import { decryptPayload, differingFields, type ProviderOrder } from "../../core/provider-order.ts";
import { artworkOf, type ArtworkView } from "./line-views.ts";
import { timelineOf, type MilestoneView } from "./timeline.ts";

/** What happens automatically when a submission is due. */
export type DueFor = "edit_window" | "sending_time" | "recheck" | "try" | "look_up" | "compare";

type StoredItem = StoredSubmission["lines"][number];

/** `at` is null where only staff knows. */
export interface PlannedWaitView {
  for: PlannedWait["for"];
  at: string | null;
  /** When the pause ends; null: there is none, or it has no end. */
  pausedUntil: string | null;
}

export interface SubmissionView extends Pick<StoredSubmission, "id" | "reference" | "kind" | "state"> {
  replaced: boolean;
  /** The kind of the print account that has it, or would get it now; null: none. */
  account: PrintAccountKind | null;
  /** Sent to a practice account: nothing is printed. */
  practice: boolean;
  /** The reference of the submission that this one replaces. */
  replaces: string | null;
  due: { at: string; what: DueFor } | null;
  /** Not sent yet: what it waits for besides what holds it, and when it leaves then; null: nothing. */
  waits: PlannedWaitView | null;
  /** The rules of the shop that decide about it, or did when it was sent. */
  rules: DecidedRule[];
  createdAt: string;
  submittedAt: string | null;
  timeline: MilestoneView[];
  /** The print service's own id of the order, and the store that it names; null: not shown yet. */
  serviceOrderId: string | null;
  storeName: string | null;
  /** When the print service took the order, by its own clock. */
  providerUpdatedAt: string | null;
  /** When the print service's list or detail last showed it. */
  checkedAt: string | null;
  items: ItemView[];
  parcels: ParcelView[];
  attempts: AttemptView[];
  /** Newest first. */
  lookups: LookupView[];
  /** Oldest first. */
  shopifyWrites: ShopifyWriteView[];
  /** null unless the submission is uncertain. */
  uncertainty: UncertaintyView | null;
  /** The payload without its items; null before the first payload, after its erasure, or without decryption. */
  content: ContentView | null;
  /** The name of the shipping service that the content names; null: it names none, or its name is not known. */
  serviceName: string | null;
  /** Where the print service ships to, if that is another address than the one sent. */
  otherRecipient: SyncedRecipient | null;
  /** When retention erased the content. */
  contentErasedAt: string | null;
  /** A payment or a cancellation at the print service that is under way. */
  openWrite: StoredSubmission["openWrite"];
  /** Why its payment waits, like those of all orders; null: nothing keeps it. */
  paymentProblem: PaymentProblem | null;
  /** Sending is paused, and the payment that a setting asks for waits. A person may pay now. */
  paymentPaused: boolean;
  /** What it costs at the print service, as far as that is known before it is paid. */
  amountDue: Amount | null;
  actions: Action[];
}

/** Statuses are the print service's own words. */
export interface ItemView extends Pick<
  StoredItem,
  "id" | "itemSku" | "quantity" | "fulfilled" | "orderStatus" | "paymentStatus"
> {
  lineId: OrderLineId;
  title: string;
  /** What is, or was, sent; none before the first payload, after its erasure, or without decryption. */
  artwork: ArtworkView[];
  /** The print note; "" where there is none. */
  note: string;
  /** The customer's texts on its artwork. */
  texts: DrawnTextView[];
}

export interface DrawnTextView extends Pick<DrawnText, "side" | "text" | "made"> {
  /** Why the text is not drawn; null: it is. */
  problem: TextProblem | null;
  /** The print file is made with the text. */
  makesFile: boolean;
}

type StoredParcel = StoredSubmission["parcels"][number];

export interface ParcelView extends Pick<StoredParcel, "trackingNumber" | "trackingUrl"> {
  /** label_created: it hasn't shipped yet, as far as the print service says. not_shipped: nor is it expected to any more. */
  state: StoredParcel["state"] | "label_created" | "not_shipped";
  firstSeenAt: string;
  /** Of a label: when it counts as shipped at the latest. */
  awaitedUntil: string | null;
  /** The print service's own time of the tracking number. */
  providerTime: string | null;
}

/** An attempt without an outcome is under way. */
export interface AttemptView extends Pick<StoredSubmission["attempts"][number], "number" | "outcome" | "httpStatus"> {
  startedAt: string;
  endedAt: string | null;
  providerMessage: string | null;
  files: SentFile[];
}

export interface LookupView extends Pick<StoredSubmission["lookups"][number], "id" | "kind" | "result"> {
  at: string;
  /** References of later orders of this account that a list scan showed. */
  laterOrders: string[];
  failure: LookupFailure | null;
}

/** A call that wrote a parcel to Shopify. */
export interface ShopifyWriteView {
  id: string;
  kind: ShopifyWriteKind;
  outcome: ShopifyWriteOutcome;
  trackingNumber: string;
  startedAt: string;
  endedAt: string | null;
}

export type ContentView = Omit<PrintOrder, "items" | "reference">;

/** @throws DecryptionError */
export function submissionView(
  ctx: Pick<OrdersContext, "clock" | "policy">,
  order: StoredOrder,
  row: StoredSubmission,
  confidential: Confidential,
): SubmissionView {
  const context = actionContextOf(ctx, order, row);
  const payload = confidential.payloads.get(row.id);
  const shown = confidential.providerOrders.get(row.id);
  const { id, reference, kind, state, serviceOrderId, providerUpdatedAt } = row;
  const waits = waitsOf(ctx, order, row);
  const isPaused = isSendingPaused(ctx.clock.now(), order.shop);
  return {
    ...{ id, reference, kind, state, serviceOrderId, providerUpdatedAt },
    storeName: shown?.storeName ?? null,
    timeline: timelineOf(order, row, confidential),
    replaced: context.replaced,
    account: row.printAccount?.kind ?? null,
    practice: isPractice(row),
    replaces: order.submissions.find((one) => one.id === row.replacesId)?.reference ?? null,
    due: dueOf(row, context.codes, waits),
    waits,
    rules: readDecidedRules(row),
    createdAt: row.createdAt.toISOString(),
    submittedAt: row.submittedAt?.toISOString() ?? null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    items: itemViews(order, row, { ...confidential, payload, shown }),
    parcels: parcelViews(row, shown),
    ...callsOf(row, confidential),
    uncertainty: uncertaintyOf(ctx, row),
    content: payload ? contentOf(payload) : null,
    serviceName: payload ? serviceNameOf(servicesOf(row), payload.method) : null,
    otherRecipient: payload ? otherRecipient(payload, shown) : null,
    openWrite: row.openWrite,
    paymentProblem: row.openWrite === "pay" ? (row.printAccount?.paymentProblem ?? null) : null,
    paymentPaused: context.paymentPaused,
    amountDue: knownAmount(row.cost),
    contentErasedAt: payload ? null : (row.contentErasedAt?.toISOString() ?? null),
    actions: availableActions(context).filter(
      (action) => action !== "send_now" || !(isPaused || (!waits && isBeingSent(ctx, row, context.codes))),
    ),
  };
}

/** Nothing keeps it, and it is due: sending it now changes nothing. */
const isBeingSent = (
  ctx: Pick<OrdersContext, "clock">,
  row: StoredSubmission,
  codes: readonly AttentionCode[],
): boolean =>
  UNSENT_STATES.includes(row.state) && codes.length === 0 && row.dueAt !== null && row.dueAt <= ctx.clock.now();

/** What a submission sends, in the payload's sequence. */
function itemViews(
  order: StoredOrder,
  row: StoredSubmission,
  content: { payload: PrintOrder | undefined; shown: ProviderOrder | undefined } & Pick<
    Confidential,
    "previewOf" | "areaWarnings"
  >,
): ItemView[] {
  const { payload, shown, previewOf, areaWarnings } = content;
  return row.lines.map(({ id, orderLineId, position, itemSku, quantity, fulfilled, orderStatus, paymentStatus }) => {
    const item = payload?.items[position];
    const mockup = shown?.items.find((one) => one.itemSku.trim() === itemSku)?.mockup ?? "";
    return {
      ...{ id, itemSku, quantity, fulfilled, orderStatus, paymentStatus },
      lineId: orderLineId,
      title: titleOf(order, orderLineId),
      artwork: item
        ? artworkOf({ ...item, mockup: item.mockup || mockup }, previewOf, [], (side) => areaWarnings(item, side)).map(
            (one) => withText(row, position, item, one),
          )
        : [],
      note: item?.note ?? "",
      texts: (item?.drawn ?? []).map(drawnTextView),
    };
  });
}

/** The picture with the text, where the file that is printed does not show it already. */
function withText(
  { id, payloadHash }: StoredSubmission,
  position: number,
  { drawn = [] }: PrintItem,
  artwork: ArtworkView,
): ArtworkView {
  const text = drawn.find(({ side }) => side === artwork.side);
  if (!text || text.made || drawnTextView(text).problem) return artwork;
  // Another content is another picture.
  const version = payloadHash?.slice(0, 16) ?? "";
  const query = new URLSearchParams({ submission: id, item: String(position), side: text.side, version });
  return { ...artwork, drawn: `/app/artwork?${query.toString()}` };
}

function drawnTextView({ side, text, made, placement }: DrawnText): DrawnTextView {
  const laidOut = layOutText(placement, text);
  return { side, text, made, makesFile: placement.makesFile, problem: laidOut.ok ? null : laidOut.problem };
}

/** The text on the artwork of a submission's item, to be drawn for a page, with the order that it is of; null: there is none. */
export async function readTextOnArtwork(
  ctx: Pick<OrdersContext, "db" | "encryptor">,
  shopId: ShopId,
  at: { submissionId: SubmissionId; position: number; side: string },
): Promise<{ orderGid: Gid<"Order">; drawing: TextOnArtwork } | null> {
  const row = await ctx.db.submission.findFirst({
    where: { id: at.submissionId, shopId },
    select: { id: true, payloadEncrypted: true, order: { select: { shopifyGid: true } } },
  });
  const item = row && decryptPayload(ctx, row)?.items[at.position];
  const text = item?.drawn?.find(({ side }) => side === at.side);
  if (!row || !text) return null;
  return {
    orderGid: row.order.shopifyGid,
    drawing: { link: text.artwork, text: text.text, placement: text.placement },
  };
}

function parcelViews(row: StoredSubmission, shown: ProviderOrder | undefined): ParcelView[] {
  const shows = (number: string) => (one: { trackingNumber: string }) =>
    trackingNumbersIn(one.trackingNumber).some((shownNumber) => isSameNumber(shownNumber, number));
  return row.parcels.map(({ trackingNumber, trackingUrl, firstSeenAt, ...parcel }) => ({
    ...{ trackingNumber, trackingUrl, ...shipmentOf(parcel) },
    firstSeenAt: firstSeenAt.toISOString(),
    providerTime: shown?.trackings.find(shows(trackingNumber))?.updatedAt ?? null,
  }));
}

function shipmentOf({
  state,
  awaitingShipmentUntil,
}: Pick<StoredParcel, "state" | "awaitingShipmentUntil">): Pick<ParcelView, "state" | "awaitedUntil"> {
  if (!awaitingShipmentUntil) return { state, awaitedUntil: null };
  if (state === "parked") return { state: "not_shipped", awaitedUntil: null };
  return { state: "label_created", awaitedUntil: awaitingShipmentUntil.toISOString() };
}

/** What happens automatically next, and when; `codes`: the open reasons of the submission. */
function dueOf(
  row: StoredSubmission,
  codes: readonly AttentionCode[],
  waits: SubmissionView["waits"],
): SubmissionView["due"] {
  // Until it leaves, the order may be checked in between.
  if (waits && waits.for !== "edit_window" && !codes.some(isHold))
    return waits.for === "sending_time" && waits.at ? { at: waits.at, what: waits.for } : null;
  if (!row.dueAt) return null;
  // While a lookup runs, the due time is the latest end of its claim.
  const at = row.state === "uncertain" && row.lookupClaimedAt ? row.createdAt : row.dueAt;
  return { at: at.toISOString(), what: dueFor(row, codes) };
}

/** Every call about a submission. */
function callsOf(
  row: StoredSubmission,
  confidential: Confidential,
): Pick<SubmissionView, "attempts" | "lookups" | "shopifyWrites"> {
  return {
    attempts: row.attempts.map((attempt) => ({
      number: attempt.number,
      startedAt: attempt.startedAt.toISOString(),
      endedAt: attempt.endedAt?.toISOString() ?? null,
      outcome: attempt.outcome,
      httpStatus: attempt.httpStatus,
      files: sentFiles(attempt.lines),
      providerMessage: confidential.attemptMessage(attempt),
    })),
    lookups: row.lookups.map((lookup) => ({
      id: lookup.id,
      at: lookup.at.toISOString(),
      kind: lookup.kind,
      result: lookup.result,
      laterOrders: laterOrdersOf(lookup),
      failure: failureOf(lookup),
    })),
    shopifyWrites: row.parcels
      .flatMap(({ trackingNumber, writes }) =>
        writes.map(({ id, kind, outcome, startedAt, endedAt }) => ({
          ...{ id, kind, outcome, trackingNumber },
          startedAt: startedAt.toISOString(),
          endedAt: endedAt?.toISOString() ?? null,
        })),
      )
      .toSorted((one, other) => (one.startedAt < other.startedAt ? -1 : 1)),
  };
}

function waitsOf(
  { clock }: Pick<OrdersContext, "clock">,
  order: StoredOrder,
  row: StoredSubmission,
): SubmissionView["waits"] {
  if (!UNSENT_STATES.includes(row.state)) return null;
  const shop = { ...order.shop, timezone: order.shop.timezone ?? "UTC" };
  const wait = planSending(clock.now(), { shop, settings: readSettings(shop.settings) }, order, row);
  if (!wait) return null;
  const pausedUntil = wait.for === "pause" ? (shop.sendingPausedUntil?.toISOString() ?? null) : null;
  return { for: wait.for, at: wait.at?.toISOString() ?? null, pausedUntil };
}

function dueFor(
  { state, windowWaived }: Pick<StoredSubmission, "state" | "windowWaived">,
  codes: readonly AttentionCode[],
): DueFor {
  if (state === "uncertain") return "look_up";
  if (SENT_STATES.includes(state)) return "compare";
  if (codes.some(isHold)) return "recheck";
  const inWindow = state === "waiting" && !windowWaived && !codes.some((code) => DELAYS.includes(code));
  return inWindow ? "edit_window" : "try";
}

function titleOf(order: StoredOrder, orderLineId: OrderLineId): string {
  const line = order.lines.find((one) => one.id === orderLineId);
  return line ? lineTitle(line) : "";
}

const servicesOf = ({ printAccount }: StoredSubmission) =>
  (printAccount?.shippingServices ?? null) as ShippingServiceSummary[] | null;

function contentOf(payload: PrintOrder): ContentView {
  const { items: _items, reference: _reference, ...rest } = payload;
  return rest;
}

function otherRecipient(payload: PrintOrder, shown: ProviderOrder | undefined): SyncedRecipient | null {
  return shown && differingFields(payload, shown.recipient).length > 0 ? shown.recipient : null;
}
