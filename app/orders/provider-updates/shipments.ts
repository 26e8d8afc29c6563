import { Prisma, type Parcel } from "../../../prisma/client/client.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { transact } from "../core/append.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { OrdersContext, WriteContext } from "../core/context.ts";
import { flowEventRow } from "../core/enqueue-flow-event.ts";
import { idsOf } from "../core/history.ts";
import { noteHistory, setParcel, submissionIn, type OrderRows } from "../core/order-rows.ts";
import { dueNow, NOT_DUE } from "../core/reschedule.ts";
import { countsAsShipped } from "../core/states.ts";
import { fulfillParcel } from "../fulfill/fulfill-parcel.ts";
import type { ParcelsTogether } from "../fulfill/load-parcel.ts";
import { changeUpdated, loadUpdated, type UpdatedSubmission } from "./load-updated.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import { ENDED_BY_SHIPPING, statusMeaning } from "./status-meaning.ts";
import type { ParcelId, ShopId, SubmissionId } from "../../ports/ids.ts";

/** Whether the print service reports what it ships; null: not known yet. A parcel of a practice account ships when its number is made up. */
const reportsShipping = ({ account }: UpdatedSubmission): boolean | null =>
  account?.kind === "practice" ? false : (account?.reportsShipping ?? null);

/** The parcels of a submission, the oldest first. */
export const parcelsOf = (rows: OrderRows, id: SubmissionId): Parcel[] =>
  rows.parcels.filter(({ submissionId }) => submissionId === id);

/** Which parcels of a submission count as shipped. */
export const decisionOf = (rows: OrderRows, submission: UpdatedSubmission): ShipmentDecision =>
  decideShipments({
    rule: submission.rule,
    statuses: submissionIn(rows, submission.id).lines.map(({ orderStatus }) => orderStatus),
    shipped: parcelsOf(rows, submission.id).filter(countsAsShipped).length,
    reportsShipping: reportsShipping(submission),
  });

/** A shipped parcel had a good address; its fulfillment releases the app's hold in Shopify. */
export const ANSWERED_BY_SHIPPING: readonly AttentionCode[] = ["address_not_verified", ...ENDED_BY_SHIPPING];

/**
 * Brings the parcels whose shipment is awaited in line with the statuses of the items: what has shipped is due, and what the
 * service has ended waits for another status. Returns the parcels to wake once this is committed.
 */
export function syncShipments(rows: OrderRows, ctx: WriteContext, submission: UpdatedSubmission): ParcelId[] {
  const awaited = parcelsOf(rows, submission.id).filter((parcel) => !countsAsShipped(parcel));
  if (awaited.length === 0) return [];
  const { ship, others } = decisionOf(rows, submission);
  const shipped = awaited.slice(0, ship);
  for (const parcel of awaited.slice(ship)) {
    const columns =
      others === "ended"
        ? ({ state: "parked", ...NOT_DUE } as const)
        : ({ state: "waiting", dueAt: parcel.awaitingShipmentUntil } as const);
    if (parcel.state !== columns.state) setParcel(rows, parcel, columns);
  }
  shipParcels(rows, ctx, submission.id, shipped, "status");
  return shipped.map(({ id }) => id);
}

/** From now on they count as shipped, and are due. */
function shipParcels(
  rows: OrderRows,
  ctx: WriteContext,
  submissionId: SubmissionId,
  parcels: readonly Parcel[],
  by: "status" | "wait",
): void {
  if (parcels.length === 0) return;
  const ids = idsOf(submissionIn(rows, submissionId));
  const actor = by === "status" ? "print_service" : "system";
  for (const parcel of parcels) {
    setParcel(rows, parcel, { awaitingShipmentUntil: null, state: "waiting", ...dueNow(ctx) });
    rows.added.FlowEvent.push(flowEventRow(ctx, { ...ids, id: parcel.id }, "parcel_shipped"));
    noteHistory(rows, ctx, { ...ids, code: "parcel.shipped", actor, data: { parcel: parcel.id, by } });
  }
  const signal = { event: "shipped", hasUpdate: true, answers: ANSWERED_BY_SHIPPING } as const;
  markSeenAtProvider(rows, ctx, submissionId, signal);
}

/** An item of the account has shipped by the service's own word. */
export function noteReportsShipping({ account }: UpdatedSubmission): void {
  if (account) account.reportsShipping = true;
}

/** Brings a parcel to Shopify; one whose shipment is awaited only once that wait has ended. */
export async function stepParcel(ctx: OrdersContext, parcelId: ParcelId, together?: ParcelsTogether): Promise<void> {
  if ((await fulfillParcel(ctx, parcelId, together)) !== "awaits_shipment") return;
  if (await endWait(ctx, parcelId)) await fulfillParcel(ctx, parcelId, together);
}

/**
 * The wait of a due parcel has ended: by its bound, or since the merchant's rule or what is known of the account has changed. An order
 * that staff has replaced waits for the service's word: its label may never be used. Returns whether the parcel counts as shipped.
 */
async function endWait(ctx: OrdersContext, parcelId: ParcelId): Promise<boolean> {
  const ofParcel = Prisma.sql`x."id" = (SELECT p."submissionId" FROM "Parcel" p WHERE p."id" = ${parcelId}::uuid)`;
  return transact(ctx, async (tx) => {
    const loaded = await loadUpdated(tx, ofParcel);
    const items = loaded.submissions.map((submission) => ({ submission }));
    const [ended = false] = await changeUpdated(tx, loaded, items, (rows, { submission }) =>
      endWaitOf(rows, ctx, submission, parcelId),
    );
    return ended ?? false;
  });
}

function endWaitOf(rows: OrderRows, ctx: WriteContext, submission: UpdatedSubmission, parcelId: ParcelId): boolean {
  const parcel = parcelsOf(rows, submission.id).find(({ id }) => id === parcelId);
  const until = parcel?.awaitingShipmentUntil;
  if (!until || parcel.state !== "waiting" || !parcel.dueAt || parcel.dueAt > ctx.clock.now()) return false;
  const isOver = until <= ctx.clock.now();
  const { replacedAt, checkedAt } = submissionIn(rows, submission.id);
  if (decisionOf(rows, submission).ship === 0 && (!isOver || replacedAt !== null)) {
    setParcel(rows, parcel, isOver ? { state: "parked", ...NOT_DUE } : { dueAt: until });
    return false;
  }
  // The service has shown the order since it has the number, and not with the word that it shipped: no parcel of the account waits any
  // more, until the service says of an item that it has shipped.
  const isUnreported = reportsShipping(submission) === null && checkedAt !== null && checkedAt > parcel.firstSeenAt;
  if (isOver && isUnreported && submission.account) submission.account.reportsShipping = false;
  shipParcels(rows, ctx, submission.id, [parcel], "wait");
  return true;
}

/** Parcels that wait are looked at again: the merchant's rule has changed. */
export async function recheckShipments(
  tx: Prisma.TransactionClient,
  { clock }: { clock: OrdersContext["clock"] },
  shopId: ShopId,
): Promise<void> {
  await tx.$executeRaw(Prisma.sql`
    UPDATE "Parcel" SET "dueAt" = ${clock.now()}, "version" = "version" + 1
    WHERE "shopId" = ${shopId}::uuid AND "state" = 'waiting' AND "awaitingShipmentUntil" IS NOT NULL`);
}

export interface ShipmentInput {
  rule: ShopSettings["fulfillWhen"];
  /** Of the print order's items, in the print service's words; null: none yet. */
  statuses: readonly (string | null)[];
  /** Packages of the print order that count as shipped. */
  shipped: number;
  /** PrintAccount.reportsShipping: whether the print service says of items that they have shipped; null: not known yet. */
  reportsShipping: boolean | null;
}

interface ShipmentDecision {
  /** Of the packages that wait, the oldest first, so many have shipped. */
  ship: number;
  /** awaited: the others may still ship. ended: the print service has ended every item. */
  others: "awaited" | "ended";
}

/**
 * Which packages with a tracking number count as shipped. A label may be printed before the goods are (print-service:
 * trackingAdded is sent "when tracking becomes available"), and neither events nor list say which items are in a package: so many
 * packages have shipped as items have, and all of them once no item is left
 * (docs/decisions/0076-told-when-it-ships.md, 0077-contents-of-packages.md).
 */
export function decideShipments({ rule, statuses, shipped, reportsShipping }: ShipmentInput): ShipmentDecision {
  if (rule === "tracking") return { ship: Infinity, others: "awaited" };
  const meanings = statuses.map(statusMeaning);
  const open = meanings.filter((meaning) => meaning !== "ended" && meaning !== "cancel_requested");
  if (open.length === 0 && meanings.length > 0) return { ship: 0, others: "ended" };
  const onTheirWay = open.filter((meaning) => meaning === "shipped").length;
  const all = onTheirWay === open.length && onTheirWay > 0;
  if (all || reportsShipping === false) return { ship: Infinity, others: "awaited" };
  return { ship: rule === "all_shipped" ? 0 : Math.max(0, onTheirWay - shipped), others: "awaited" };
}
