import type { Prisma, PrismaClient } from "../../../prisma/client/client.ts";
import { z } from "zod";
import { storedGidSchema } from "../../ports/gid-schema.ts";
import type { FulfillmentOrderSnapshot } from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";

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
export function knownFulfillmentOrders(
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
  { db }: { db: PrismaClient },
  shopId: ShopId,
  fulfillmentOrderGid: Gid<"FulfillmentOrder">,
): Promise<OrderId | null> {
  const [order] = await db.$queryRaw<{ id: OrderId }[]>`
    SELECT "id"::text AS "id" FROM (
      SELECT "id", "fulfillmentOrders" FROM "Order" WHERE "shopId" = ${shopId}::uuid
      ORDER BY "shopifyCreatedAt" DESC, "id" DESC LIMIT ${NEWEST}) newest
    WHERE "fulfillmentOrders" @> ${JSON.stringify([{ gid: fulfillmentOrderGid }])}::jsonb LIMIT 1`;
  return order?.id ?? null;
}
