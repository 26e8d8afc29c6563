import type { Order } from "../../../prisma/client/client.ts";
import type { OrdersContext } from "../core/context.ts";
import { decryptCustomer } from "../core/customer-summary.ts";
import { destinationOf } from "./order-row.ts";

/** Orders of one transaction, and transactions of one run: it holds no lock for long, and ends soon. */
const BATCH_SIZE = 200;
const BATCHES_OF_RUN = 20;

/**
 * Fills `destinationCountry` of orders that 0.1.0 wrote, before the upgrade or beside it. PostgreSQL cannot read it off the encrypted
 * customer. Where 0.1.0 erased the customer, the country goes, too. Orders that somebody else has locked follow in a later run. Returns
 * how many were filled.
 */
export async function fillDestinations(
  ctx: Pick<OrdersContext, "sql" | "encryptor">,
  stopping?: AbortSignal,
): Promise<number> {
  await ctx.sql.execute`
    UPDATE "Order" SET "destinationCountry" = NULL WHERE "id" IN (
      SELECT "id" FROM "Order" WHERE "customerEncrypted" IS NULL AND "destinationCountry" IS NOT NULL
      LIMIT ${BATCH_SIZE * BATCHES_OF_RUN} FOR UPDATE SKIP LOCKED)`;
  let filled = 0;
  for (let batch = 0; batch < BATCHES_OF_RUN && !stopping?.aborted; batch += 1) {
    const count = await fillBatch(ctx);
    filled += count;
    if (count < BATCH_SIZE) break;
  }
  return filled;
}

const fillBatch = (ctx: Pick<OrdersContext, "sql" | "encryptor">): Promise<number> =>
  ctx.sql.transaction(async (tx) => {
    const orders = await tx.query<Pick<Order, "id" | "customerEncrypted">>`
      SELECT "id"::text AS "id", "customerEncrypted" FROM "Order"
      WHERE "customerEncrypted" IS NOT NULL AND "destinationCountry" IS NULL
      ORDER BY "id" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED`;
    if (orders.length === 0) return 0;
    const ids = orders.map(({ id }) => id);
    const countries = orders.map((order) => destinationOf(decryptCustomer(ctx, order)?.countryCode));
    await tx.execute`
      UPDATE "Order" o SET "destinationCountry" = f."country"
      FROM unnest(${ids}::uuid[], ${countries}::text[]) AS f("id", "country") WHERE o."id" = f."id"`;
    return orders.length;
  });
