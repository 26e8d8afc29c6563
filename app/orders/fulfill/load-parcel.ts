import type { Parcel, ShopifyWrite, SubmissionKind } from "../../../prisma/client/client.ts";
import { columnsOf, rowsFromJson } from "../../database/rows.ts";
import type { FulfillmentSnapshot, TrackingInfo } from "../../ports/shopify.ts";
import { readSettings } from "../../settings/settings.ts";
import { changeOrder, type OrderChange } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { type OrderRows, setParcel } from "../core/order-rows.ts";
import { isReprint } from "../core/reprints.ts";
import { carrierOf } from "./carrier.ts";
import { liveFulfillments, type ReadableOrder } from "./read-fulfillment.ts";
import type { PlanLine } from "./plan-parcel.ts";
import type { ShopId, OrderId, SubmissionId, ParcelId } from "../../ports/ids.ts";
import type { Gid } from "../../ports/gid.ts";
import { isClaimExpired, newClaim, renewedClaim, scheduleRetry } from "../core/reschedule.ts";
import { countsAsShipped, OPEN_WRITE_OUTCOMES } from "../core/states.ts";

/** A claimed parcel with all that its fulfillment needs to know from the database, read fresh. */
export interface LoadedParcel {
  claim: ParcelClaim;
  ids: { shopId: ShopId; orderId: OrderId; submissionId: SubmissionId };
  parcel: Parcel;
  submissionVersion: number;
  /** Of all parcels of the order together: raised by each claim and each outcome of a write. */
  parcelVersions: number;
  writes: ShopifyWrite[];
  shop: ReadableOrder["shop"];
  order: ReadableOrder["order"];
  installed: boolean;
  /** Of a practice account: nothing was shipped. */
  practice: boolean;
  notifyCustomer: boolean;
  lines: PlanLine[];
  /** Fulfillments that the app's writes made, of this submission; for a reprint, of every submission of the order. */
  ownFulfillments: Gid<"Fulfillment">[];
  /** Those of the order's other submissions, with those that got only their tracking. Empty for a reprint. */
  otherFulfillments: Gid<"Fulfillment">[];
  /** Its goods are fulfilled already: only the tracking is added. */
  reprint: boolean;
}

type LoadedRow = Parcel &
  LoadedParcel["order"] &
  LoadedParcel["shop"] & {
    orderId: OrderId;
    kind: SubmissionKind;
    submissionVersion: number;
    uninstalledAt: Date | null;
    practice: boolean;
    settings: unknown;
    writes: unknown[] | null;
    lines: PlanLine[] | null;
    ownFulfillments: Gid<"Fulfillment">[];
    otherFulfillments: Gid<"Fulfillment">[];
    parcelVersions: number;
  };

/** Reads them in one statement. `token`: of the claim that each has or is to get. null: the parcel was erased. */
export async function loadParcels(
  ctx: Pick<OrdersContext, "sql">,
  asked: readonly Pick<ParcelClaim, "parcelId" | "token">[],
): Promise<(LoadedParcel | null)[]> {
  const rows = await ctx.sql.query<LoadedRow>`
    SELECT ${columnsOf("Parcel", { alias: "p" })}, x."orderId", x."kind", x."version" AS "submissionVersion",
      s."domain", s."scopes", s."settings", s."uninstalledAt",
      EXISTS (SELECT 1 FROM "PrintAccount" a WHERE a."id" = x."printAccountId" AND a."kind" = 'practice') AS "practice",
      o."shopifyGid", o."shopifyCreatedAt", o."cancelledAt", o."fulfillmentOrders",
      (SELECT json_agg(w ORDER BY w."startedAt") FROM "ShopifyWrite" w WHERE w."parcelId" = p."id") AS "writes",
      (SELECT json_agg(json_build_object(
          'submissionLineId', sent."id", 'orderLineId', sent."orderLineId", 'lineItemGid', l."shopifyGid",
          'left', CASE WHEN x."kind" = 'reprint' THEN 0 ELSE GREATEST(0, sent."quantity" - sent."fulfilled") END,
          'remaining', l."remaining"
        ) ORDER BY sent."position")
        FROM "SubmissionLine" sent JOIN "OrderLine" l ON l."id" = sent."orderLineId"
        WHERE sent."submissionId" = x."id") AS "lines",
      ARRAY(SELECT w."fulfillmentGid" FROM "Submission" y
        JOIN "Parcel" q ON q."submissionId" = y."id" JOIN "ShopifyWrite" w ON w."parcelId" = q."id"
        WHERE y."orderId" = x."orderId" AND (y."id" = x."id" OR x."kind" = 'reprint')
          AND w."kind" = 'create' AND w."outcome" = 'done' AND w."fulfillmentGid" IS NOT NULL
        ORDER BY w."startedAt") AS "ownFulfillments",
      ARRAY(SELECT w."fulfillmentGid" FROM "Submission" y
        JOIN "Parcel" q ON q."submissionId" = y."id" JOIN "ShopifyWrite" w ON w."parcelId" = q."id"
        WHERE y."orderId" = x."orderId" AND y."id" <> x."id" AND x."kind" <> 'reprint'
          AND w."kind" IN ('create', 'tracking_update') AND w."outcome" = 'done' AND w."fulfillmentGid" IS NOT NULL
        ) AS "otherFulfillments",
      (SELECT sum(q."version")::int FROM "Parcel" q JOIN "Submission" y ON y."id" = q."submissionId"
        WHERE y."orderId" = x."orderId") AS "parcelVersions"
    FROM "Parcel" p JOIN "Submission" x ON x."id" = p."submissionId"
      JOIN "Shop" s ON s."id" = x."shopId" JOIN "Order" o ON o."id" = x."orderId"
    WHERE p."id" = ANY(${asked.map(({ parcelId }) => parcelId)}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, row]));
  return asked.map(({ parcelId, token }) => {
    const row = byId.get(parcelId);
    return row ? toLoaded(row, token) : null;
  });
}

function toLoaded(row: LoadedRow, token: string): LoadedParcel {
  const { orderId, kind, domain, scopes, settings, uninstalledAt, practice, submissionVersion, ...rest } = row;
  const { shopifyGid, shopifyCreatedAt, cancelledAt, fulfillmentOrders, writes, lines, parcelVersions, ...others } =
    rest;
  const { ownFulfillments, otherFulfillments, ...parcel } = others;
  const ids = { shopId: parcel.shopId, orderId, submissionId: parcel.submissionId };
  return {
    claim: { parcelId: parcel.id, orderId, token },
    ids,
    ...{ parcelVersions, parcel, submissionVersion },
    writes: rowsFromJson<ShopifyWrite>(writes, { startedAt: true, endedAt: true }),
    shop: { domain, scopes },
    order: { shopifyGid, shopifyCreatedAt, cancelledAt, fulfillmentOrders },
    installed: uninstalledAt === null,
    practice,
    notifyCustomer: !practice && readSettings(settings).notifyCustomer,
    lines: lines ?? [],
    ownFulfillments,
    otherFulfillments,
    reprint: isReprint({ kind }),
  };
}

/** What parcels that are worked at the same time do together. */
export interface ParcelsTogether {
  load(asked: Pick<ParcelClaim, "parcelId" | "token">): Promise<LoadedParcel | null | undefined>;
  changeOrder<Result>(one: OrderChange<Result> & { lines: number }): Promise<Result>;
}

/** What a parcel's step needs. */
export type ParcelContext = OrdersContext & ParcelsTogether;

/** The same for a step alone. */
export const alone = (ctx: OrdersContext): ParcelsTogether => ({
  load: async (asked) => (await loadParcels(ctx, [asked]))[0],
  changeOrder: ({ orderId, change }) => changeOrder(ctx, orderId, change),
});

/** Changes the rows of a parcel's order. */
export const changeOrderOf = <Result>(
  ctx: ParcelContext,
  { ids, lines }: Pick<LoadedParcel, "ids" | "lines">,
  change: (rows: OrderRows) => Result,
): Promise<Result> => ctx.changeOrder({ orderId: ids.orderId, lines: lines.length, change });

/** The parcel's facts that are written to Shopify. */
export function trackingOf(loaded: LoadedParcel): TrackingInfo {
  const { trackingNumber: number, trackingUrl: url, carrier } = loaded.parcel;
  return { number, url, company: carrierOf(url, carrier) };
}

/** The customer gets one email for a number: none where one was sent, or where the number is in Shopify already. */
export function notifiesCustomer(
  { notifyCustomer, parcel, writes }: LoadedParcel,
  snapshot: FulfillmentSnapshot,
): boolean {
  const notified = writes.some((write) => write.outcome === "done" && write.notified);
  return notifyCustomer && !notified && liveFulfillments(snapshot, parcel.trackingNumber).length === 0;
}

/**
 * The right to write one parcel to Shopify. Committed before anything is written; expires after `policy.claimTtlMs`.
 */
export interface ParcelClaim {
  parcelId: ParcelId;
  orderId: OrderId;
  token: string;
}

/**
 * waiting → writing, or the takeover of a claim that has expired: the new holder reads Shopify first. One parcel of an
 * order is written at a time, since two would both see the same lines open: another one comes first, and this one is due again later.
 * null: it is not due, or has to wait.
 */
export function claimParcel(rows: OrderRows, ctx: OrdersContext, parcelId: ParcelId): ParcelClaim | null {
  const parcel = rows.parcels.find(({ id }) => id === parcelId);
  if (!parcel) return null;
  const due =
    parcel.state === "waiting"
      ? countsAsShipped(parcel) && (!parcel.dueAt || parcel.dueAt <= ctx.clock.now())
      : parcel.state === "writing" && (!parcel.claimedAt || isClaimExpired(ctx, parcel.claimedAt));
  if (!due) return null;
  if (isOrderBusy(rows, parcelId)) {
    // Not counted as a try: nothing was tried.
    setParcel(rows, parcel, { dueAt: scheduleRetry(ctx, 0).data.dueAt });
    return null;
  }
  const claim = newClaim(ctx);
  setParcel(rows, parcel, { state: "writing", ...claim });
  return { parcelId, orderId: rows.order.id, token: claim.claimToken };
}

/**
 * Whether another parcel of the order is being written, or has a write whose answer was
 * lost: what that write fulfilled is not counted yet, and this parcel would take more than was sent; a late write of
 * tracking would drop this parcel's number. A parcel that has such a write itself goes ahead (no deadlock).
 */
export function isOrderBusy(rows: OrderRows, parcelId: ParcelId): boolean {
  const hasOpenWrite = (id: ParcelId) =>
    rows.writes.some(
      (one) => one.parcelId === id && one.kind !== "link_update" && OPEN_WRITE_OUTCOMES.includes(one.outcome),
    );
  return rows.parcels.some(
    ({ id, state }) =>
      id !== parcelId && (state === "writing" || (state === "waiting" && hasOpenWrite(id) && !hasOpenWrite(parcelId))),
  );
}

/** Extends the claim by its full time. False: the claim is lost. */
export function renewClaim(rows: OrderRows, ctx: OrdersContext, claim: ParcelClaim): boolean {
  const held = heldParcel(rows, claim);
  if (held) setParcel(rows, held, renewedClaim(ctx));
  return held !== undefined;
}

/** The parcel of a claim; undefined where the claim is lost: the parcel is another worker's then. */
export const heldParcel = (rows: OrderRows, { parcelId, token }: ParcelClaim) =>
  rows.parcels.find(({ id, state, claimToken }) => id === parcelId && state === "writing" && claimToken === token);
