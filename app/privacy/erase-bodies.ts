import { Prisma, type WebhookDelivery } from "../../prisma/client/client.ts";
import type { Tx } from "../database/transaction.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { OrderId } from "../ports/ids.ts";

/** Deliveries of one statement: a second of work at most, so that it meets no timeout and holds its locks briefly. */
const BATCH_SIZE = 2000;

/**
 * Erases the bodies of one sender's deliveries that meet the condition, batch by batch. Each statement commits on its
 * own: after an interruption, a repetition continues.
 */
export async function eraseBodies(
  ctx: Pick<ShopsContext, "db">,
  { source, scope }: Pick<WebhookDelivery, "source" | "scope">,
  condition: Prisma.Sql,
): Promise<void> {
  for (let last: string | null = ""; last !== null;) {
    const [chunk]: { last: string | null }[] = await ctx.db.$queryRaw`
      WITH "chunk" AS (
        SELECT "id", "deliveryId" FROM "WebhookDelivery"
        WHERE "source" = ${source}::"WebhookSource" AND "scope" = ${scope} AND "deliveryId" > ${last}
        ORDER BY "deliveryId" LIMIT ${BATCH_SIZE}
      ), "erased" AS (
        UPDATE "WebhookDelivery" SET "bodyEncrypted" = NULL
        WHERE "id" IN (SELECT "id" FROM "chunk") AND "bodyEncrypted" IS NOT NULL AND ${condition}
      )
      SELECT max("deliveryId") AS "last" FROM "chunk"`;
    last = chunk?.last ?? null;
  }
}

/**
 * Erases the bodies of a shop's deliveries that were set aside and belong to no order: whose data they hold is unknown. Those of
 * privacy requests stay: they are still to be carried out, and go once they were (jobs/delivery-row.ts).
 */
export async function eraseUnreadBodies(ctx: Pick<ShopsContext, "db">, domain: string): Promise<void> {
  let erased: number;
  do {
    // The index WebhookDelivery_failed finds them: a shop's other deliveries are not read.
    erased = await ctx.db.$executeRaw`
      UPDATE "WebhookDelivery" SET "bodyEncrypted" = NULL WHERE "id" IN (
        SELECT "id" FROM "WebhookDelivery"
        WHERE "source" = 'shopify' AND "scope" = ${domain} AND "state" = 'dead_letter' AND "orderId" IS NULL
          AND "topic" NOT LIKE 'customers/%' AND "topic" <> 'shop/redact' AND "bodyEncrypted" IS NOT NULL
        LIMIT ${BATCH_SIZE})`;
  } while (erased === BATCH_SIZE);
}

/** A waiting delivery still needs its body. */
export const HANDLED = Prisma.sql`"state" <> 'waiting'`;

/**
 * Erases the bodies of all deliveries about these orders. A waiting one cannot be handled without its body: it is
 * ignored.
 */
export async function eraseBodiesOfOrders(
  tx: Tx,
  ctx: Pick<ShopsContext, "clock">,
  orderIds: readonly OrderId[],
): Promise<void> {
  const orderId = { in: [...orderIds] };
  await tx.webhookDelivery.updateMany({
    where: { orderId, state: "waiting" },
    data: { state: "ignored", problem: "erased", dueAt: null, handledAt: ctx.clock.now() },
  });
  await tx.webhookDelivery.updateMany({ where: { orderId }, data: { bodyEncrypted: null } });
}
