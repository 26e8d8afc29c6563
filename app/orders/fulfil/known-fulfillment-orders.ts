import type { Prisma } from "@prisma/client";
import { z } from "zod";
import { storedGidSchema } from "../../ports/gid-schema.ts";
import type { KnownFulfillmentOrder } from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";

/** What the column `Order.fulfillmentOrders` holds. */
const stored = z.array(
  z.object({ gid: storedGidSchema("FulfillmentOrder"), lineItemGids: z.array(storedGidSchema("LineItem")) }),
);

/** The fulfillment orders of a complete read; nothing where it shows none, since those known before may still be there. */
export const fulfillmentOrdersColumn = (
  known: readonly KnownFulfillmentOrder[],
): { fulfillmentOrders?: Prisma.InputJsonArray } =>
  known.length > 0 ? { fulfillmentOrders: known.map(({ gid, lineItemGids }) => ({ gid, lineItemGids })) } : {};

/** The fulfillment orders that some of these line items belong to, as they were known last. */
export function knownFulfillmentOrders(
  column: unknown,
  lineItemGids: ReadonlySet<Gid<"LineItem">>,
): Gid<"FulfillmentOrder">[] {
  const known = stored.safeParse(column).data ?? [];
  return known.filter((fo) => fo.lineItemGids.some((gid) => lineItemGids.has(gid))).map(({ gid }) => gid);
}
