import { Prisma, type Parcel } from "../../../prisma/client/client.ts";
import { rowsFromJson } from "../../database/json-rows.ts";
import type { Tx } from "../../database/transaction.ts";
import { readSettings, type ShopSettings } from "../../settings/settings.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { enqueueFlowEvent } from "../core/enqueue-flow-event.ts";
import { addHistory, idsOf } from "../core/history.ts";
import { withOrderLock } from "../core/lock.ts";
import { dueNow, NOT_DUE } from "../core/reschedule.ts";
import { countsAsShipped } from "../core/states.ts";
import { readSubmission } from "../core/submission-row.ts";
import { fulfillParcel } from "../fulfill/fulfill-parcel.ts";
import { markSeenAtProvider } from "./mark-seen.ts";
import { ENDED_BY_SHIPPING } from "./status-reasons.ts";
import type { OrderId, ParcelId, ShopId, SubmissionId } from "../../ports/ids.ts";
import { statusMeaning } from "./status-meaning.ts";

/** What decides whether the parcels of a submission count as shipped. */
interface Shipments {
  rule: ShopSettings["fulfillWhen"];
  reportsShipping: boolean | null;
  statuses: (string | null)[];
  checkedAt: Date | null;
  replaced: boolean;
  /** The oldest first. */
  parcels: Parcel[];
}

type Row = Omit<Shipments, "rule" | "parcels"> & { settings: unknown; parcels: unknown[] | null };

/** A parcel of a practice account ships when its number is made up. */
export async function readShipments(tx: Tx, submissionId: SubmissionId): Promise<Shipments> {
  const [row] = await tx.$queryRaw<[Row]>`
    SELECT s."settings", x."checkedAt", x."replacedAt" IS NOT NULL AS "replaced",
      CASE WHEN a."kind" = 'practice' THEN FALSE ELSE a."reportsShipping" END AS "reportsShipping",
      ARRAY(SELECT l."orderStatus" FROM "SubmissionLine" l WHERE l."submissionId" = x."id") AS "statuses",
      (SELECT json_agg(p ORDER BY p."firstSeenAt", p."id") FROM "Parcel" p WHERE p."submissionId" = x."id") AS "parcels"
    FROM "Submission" x JOIN "Shop" s ON s."id" = x."shopId" LEFT JOIN "PrintAccount" a ON a."id" = x."printAccountId"
    WHERE x."id" = ${submissionId}::uuid`;
  const { settings, parcels, ...rest } = row;
  const dates = {
    firstSeenAt: true,
    linkCorrectedAt: true,
    awaitingShipmentUntil: true,
    dueAt: true,
    claimedAt: true,
  } as const;
  return { ...rest, rule: readSettings(settings).fulfillWhen, parcels: rowsFromJson<Parcel>(parcels, dates) };
}

export const decisionOf = (shipments: Shipments) =>
  decideShipments({ ...shipments, shipped: shipments.parcels.filter(countsAsShipped).length });

/** A shipped parcel had a good address; its fulfillment releases the app's hold in Shopify. */
export const ANSWERED_BY_SHIPPING: readonly AttentionCode[] = ["address_not_verified", ...ENDED_BY_SHIPPING];

type Ids = { shopId: ShopId; orderId: OrderId; submissionId: SubmissionId };

/**
 * Brings the parcels whose shipment is awaited in line with the statuses of the items: what has shipped is due, and what the
 * service has ended waits for another status. Needs the order's lock. Returns the parcels to wake once this is committed.
 */
export async function syncShipments(tx: Tx, ctx: OrdersContext, ids: Ids): Promise<ParcelId[]> {
  const shipments = await readShipments(tx, ids.submissionId);
  const awaited = shipments.parcels.filter((parcel) => !countsAsShipped(parcel));
  if (awaited.length === 0) return [];
  const { ship, others } = decisionOf(shipments);
  const shipped = awaited.slice(0, ship);
  for (const parcel of awaited.slice(ship)) {
    const data =
      others === "ended"
        ? ({ state: "parked", ...NOT_DUE } as const)
        : ({ state: "waiting", dueAt: parcel.awaitingShipmentUntil } as const);
    if (parcel.state !== data.state)
      await tx.parcel.update({ where: { id: parcel.id }, data: { ...data, version: { increment: 1 } } });
  }
  await shipParcels(tx, ctx, ids, shipped, "status");
  return shipped.map(({ id }) => id);
}

/** From now on they count as shipped, and are due. Needs the order's lock. */
async function shipParcels(
  tx: Tx,
  ctx: OrdersContext,
  ids: Ids,
  parcels: readonly Parcel[],
  by: "status" | "wait",
): Promise<void> {
  if (parcels.length === 0) return;
  const actor = by === "status" ? "print_service" : "system";
  const data = { awaitingShipmentUntil: null, state: "waiting", ...dueNow(ctx), version: { increment: 1 } } as const;
  for (const { id } of parcels) {
    await tx.parcel.update({ where: { id }, data });
    await enqueueFlowEvent(tx, ctx, { ...ids, id }, "parcel_shipped");
    await addHistory(tx, ctx, { ...ids, code: "parcel.shipped", actor, data: { parcel: id, by } });
  }
  const signal = { event: "shipped", hasUpdate: true, answers: ANSWERED_BY_SHIPPING } as const;
  await markSeenAtProvider(tx, ctx, ids.submissionId, signal);
}

/** An item of the account has shipped by the service's own word. */
export async function noteReportsShipping(tx: Tx, submissionId: SubmissionId): Promise<void> {
  await tx.$executeRaw`
    UPDATE "PrintAccount" SET "reportsShipping" = TRUE WHERE "reportsShipping" IS DISTINCT FROM TRUE
      AND "id" = (SELECT "printAccountId" FROM "Submission" WHERE "id" = ${submissionId}::uuid)`;
}

/** Brings a parcel to Shopify; one whose shipment is awaited only once that wait has ended. */
export async function stepParcel(ctx: OrdersContext, parcelId: ParcelId): Promise<void> {
  if ((await fulfillParcel(ctx, parcelId)) !== "awaits_shipment") return;
  if (await endWait(ctx, parcelId)) await fulfillParcel(ctx, parcelId);
}

/**
 * The wait of a due parcel has ended: by its bound, or since the merchant's rule or what is known of the account has changed. An order
 * that staff has replaced waits for the service's word: its label may never be used. Returns whether the parcel counts as shipped.
 */
async function endWait(ctx: OrdersContext, parcelId: ParcelId): Promise<boolean> {
  const found = await ctx.db.parcel.findUnique({
    where: { id: parcelId },
    select: { submission: { select: { id: true, orderId: true } } },
  });
  if (!found) return false;
  const { id: submissionId, orderId } = found.submission;
  return withOrderLock(ctx, orderId, async (tx) => {
    const shipments = await readShipments(tx, submissionId);
    const submission = await readSubmission(tx, submissionId);
    const parcel = shipments.parcels.find(({ id }) => id === parcelId);
    const until = parcel?.awaitingShipmentUntil;
    if (!submission || !until || parcel.state !== "waiting" || !parcel.dueAt || parcel.dueAt > ctx.clock.now())
      return false;
    const isOver = until <= ctx.clock.now();
    if (decisionOf(shipments).ship === 0 && (!isOver || shipments.replaced)) {
      const data = isOver ? ({ state: "parked", ...NOT_DUE } as const) : { dueAt: until };
      await tx.parcel.update({ where: { id: parcelId }, data: { ...data, version: { increment: 1 } } });
      return false;
    }
    if (isOver && isUnreported(shipments, parcel)) await noteUnreported(tx, submissionId);
    await shipParcels(tx, ctx, idsOf(submission), [parcel], "wait");
    return true;
  });
}

/** The service has shown the order since it has the number, and not with the word that it shipped. */
const isUnreported = ({ checkedAt, reportsShipping }: Shipments, { firstSeenAt }: Parcel): boolean =>
  reportsShipping === null && checkedAt !== null && checkedAt > firstSeenAt;

/** No parcel of the account waits any more, until the service says of an item that it has shipped. */
async function noteUnreported(tx: Tx, submissionId: SubmissionId): Promise<void> {
  await tx.$executeRaw`
    UPDATE "PrintAccount" SET "reportsShipping" = FALSE WHERE "reportsShipping" IS NULL
      AND "id" = (SELECT "printAccountId" FROM "Submission" WHERE "id" = ${submissionId}::uuid)`;
}

/** Parcels that wait are looked at again: the merchant's rule has changed. */
export async function recheckShipments(
  tx: Tx,
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
