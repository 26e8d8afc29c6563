import type { FulfillmentSnapshot, FulfillmentOfOrder, TrackingInfo } from "../../ports/shopify.ts";
import type { OrdersContext } from "../core/context.ts";
import { isTooOldToRead } from "../core/order-access.ts";
import type { Gid } from "../../ports/gid.ts";
import { isSameNumber } from "../core/tracking-number.ts";
import type { Prisma } from "../../../prisma/client/client.ts";
import type { Sql } from "../../database/sql.ts";
import { z } from "zod";
import { storedGidSchema } from "../../ports/gid-schema.ts";
import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";

export interface ReadableOrder {
  shop: { domain: string; scopes: string };
  order: { shopifyGid: Gid<"Order">; shopifyCreatedAt: Date; cancelledAt: Date | null; fulfillmentOrders: unknown };
  lineItemGids: readonly Gid<"LineItem">[];
}

/** not_found: Shopify has no such order. too_old: nor are its fulfillment orders known. */
export type FulfillmentRead = { outcome: "read"; snapshot: FulfillmentSnapshot } | { outcome: "not_found" | "too_old" };

/**
 * What Shopify shows of an order's fulfillments now. An order that is too old to be read is read by its fulfillment orders that
 * are known to have these line items. @throws RemoteError
 */
export async function readFulfillmentOf(
  ctx: Pick<OrdersContext, "shopify" | "clock">,
  { shop, order, lineItemGids }: ReadableOrder,
): Promise<FulfillmentRead> {
  const whole = await ctx.shopify.readFulfillment(shop.domain, order.shopifyGid);
  if (whole) return { outcome: "read", snapshot: whole };
  if (!isTooOldToRead(ctx, order, shop)) return { outcome: "not_found" };
  const gids = knownFulfillmentOrders(order.fulfillmentOrders, new Set(lineItemGids));
  const part = await ctx.shopify.readFulfillmentOrders(shop.domain, gids);
  if (part.fulfillmentOrders.length === 0) return { outcome: "too_old" };
  return { outcome: "read", snapshot: { ...part, cancelledAt: order.cancelledAt } };
}

const isLive = (fulfillment: FulfillmentOfOrder): boolean =>
  !["CANCELLED", "ERROR", "FAILURE"].includes(fulfillment.status);

/** Fulfillments of the order with this number, also canceled ones. */
export function fulfillmentsWithNumber(snapshot: FulfillmentSnapshot, number: string): FulfillmentOfOrder[] {
  return snapshot.fulfillments.filter((one) => one.tracking.some((info) => isSameNumber(info.number, number)));
}

/** Fulfillments of the order with this number that were neither canceled nor failed. */
export function liveFulfillments(snapshot: FulfillmentSnapshot, number: string): FulfillmentOfOrder[] {
  return fulfillmentsWithNumber(snapshot, number).filter(isLive);
}

/** Still to be sent of a line item, over all fulfillment orders. */
export function remainingQuantity(snapshot: FulfillmentSnapshot, lineItemGid: Gid<"LineItem">): number {
  return snapshot.fulfillmentOrders
    .filter((fo) => fo.status !== "CLOSED" && fo.status !== "CANCELLED")
    .flatMap((fo) => fo.lines)
    .filter((line) => line.lineItemGid === lineItemGid)
    .reduce((sum, line) => sum + line.remaining, 0);
}

/**
 * The fulfillment to which a further number for these lines is added: one of the app's first, then the one with most of
 * the lines.
 */
export function trackingTarget(
  snapshot: FulfillmentSnapshot,
  lines: readonly { lineItemGid: Gid<"LineItem"> }[],
  own: readonly Gid<"Fulfillment">[],
): FulfillmentOfOrder | null {
  const gids = new Set(lines.map((line) => line.lineItemGid));
  const matchingLines = (one: FulfillmentOfOrder): number =>
    new Set(one.lines.map((line) => line.lineItemGid).filter((gid) => gids.has(gid))).size;
  const rank = (one: FulfillmentOfOrder): number => (own.includes(one.gid) ? 1_000_000 : 0) + matchingLines(one);
  const candidates = snapshot.fulfillments.filter((one) => isLive(one) && matchingLines(one) > 0);
  return candidates.sort((a, b) => rank(b) - rank(a))[0] ?? null;
}

/** Shopify's present tracking with ours added; a number that is there already is not changed. */
export function mergeTracking(present: readonly TrackingInfo[], own: TrackingInfo): TrackingInfo[] {
  const numbered = present.filter((info) => info.number !== "");
  return numbered.some((info) => isSameNumber(info.number, own.number)) ? numbered : [...numbered, own];
}

/** What the column `Order.fulfillmentOrders` holds. */
const stored = z.array(
  z.object({ gid: storedGidSchema("FulfillmentOrder"), lineItemGids: z.array(storedGidSchema("LineItem")) }),
);

/** The fulfillment orders of a complete read; nothing where it shows none, since those known before may still be there. */
export const fulfillmentOrdersColumn = (
  read: readonly FulfillmentOrderSnapshot[],
): { fulfillmentOrders?: Prisma.JsonArray } =>
  read.length > 0
    ? {
        fulfillmentOrders: read.map(({ gid, lines }) => ({ gid, lineItemGids: lines.map((line) => line.lineItemGid) })),
      }
    : {};

/** The fulfillment orders that some of these line items belong to, as they were known last. */
function knownFulfillmentOrders(
  column: unknown,
  lineItemGids: ReadonlySet<Gid<"LineItem">>,
): Gid<"FulfillmentOrder">[] {
  const known = stored.safeParse(column).data ?? [];
  return known.filter((fo) => fo.lineItemGids.some((gid) => lineItemGids.has(gid))).map(({ gid }) => gid);
}

/** Of the shop's orders, as many are searched. Shopify routes an order moments after the order was placed. */
const NEWEST = 50;

/** The order whose last complete read showed the fulfillment order, among the newest of the shop; null where none of them did. */
export async function findOrderShowing(
  { sql }: { sql: Sql },
  shopId: ShopId,
  fulfillmentOrderGid: Gid<"FulfillmentOrder">,
): Promise<OrderId | null> {
  const [order] = await sql.query<{ id: OrderId }>`
    SELECT "id"::text AS "id" FROM (
      SELECT "id", "fulfillmentOrders" FROM "Order" WHERE "shopId" = ${shopId}::uuid
      ORDER BY "shopifyCreatedAt" DESC, "id" DESC LIMIT ${NEWEST}) newest
    WHERE "fulfillmentOrders" @> ${JSON.stringify([{ gid: fulfillmentOrderGid }])}::jsonb LIMIT 1`;
  return order?.id ?? null;
}
