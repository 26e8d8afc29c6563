import { Prisma, type WebhookDelivery } from "../../prisma/client/client.ts";
import type { Tx } from "../database/sql.ts";
import type { ShopsContext } from "../shops/context.ts";
import type { OrderId, ShopId, PrintAccountId } from "../ports/ids.ts";
import { lockOrders } from "../orders/core/lock.ts";
import { tombstoneHash } from "../orders/receive/order-row.ts";
import type { Gid } from "../ports/gid.ts";

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
export async function eraseBodiesOfOrders(tx: Tx, orderIds: readonly OrderId[]): Promise<void> {
  await tx.execute`
    UPDATE "WebhookDelivery" SET "state" = 'ignored', "problem" = 'erased', "dueAt" = NULL
    WHERE "orderId" = ANY(${orderIds}::uuid[]) AND "state" = 'waiting'`;
  await tx.execute`UPDATE "WebhookDelivery" SET "bodyEncrypted" = NULL WHERE "orderId" = ANY(${orderIds}::uuid[])`;
}

/** Orders of one transaction, and rows that belong to them: about a second of work. */
const MAX_ORDERS = 200;
const MAX_ROWS = 20_000;

export interface ShopToErase {
  id: ShopId;
  domain: string;
}

/** Erases some orders of a shop in one transaction and leaves a tombstone for each. Repeat while it returns "some". */
export async function eraseOrderBatch(
  ctx: ShopsContext,
  shop: ShopToErase,
): Promise<"some" | "none_left" | "installed"> {
  const orders = await nextOrders(ctx, shop.id);
  if (orders.length === 0) return "none_left";
  return ctx.sql.transaction(async (tx) => {
    if (!(await lockIfUninstalled(tx, shop.id))) return "installed";
    await replaceWithTombstones(tx, ctx, shop, orders);
    return "some";
  });
}

interface OrderToErase {
  id: OrderId;
  shopifyGid: Gid<"Order">;
}

/**
 * The next orders, oldest first: as many as one transaction can take, since one order may have a long history. At least
 * one.
 */
async function nextOrders(ctx: ShopsContext, shopId: ShopId): Promise<OrderToErase[]> {
  return ctx.db.$queryRaw<OrderToErase[]>`
    SELECT "id", "shopifyGid" FROM (
      SELECT *, sum("rows") OVER (ORDER BY "shopifyCreatedAt", "id") - "rows" AS "before" FROM (
        SELECT o."id", o."shopifyGid", o."shopifyCreatedAt",
          (SELECT count(*) FROM "Attention" a WHERE a."orderId" = o."id")
          + (SELECT count(*) FROM "History" h WHERE h."orderId" = o."id") AS "rows"
        FROM "Order" o WHERE o."shopId" = ${shopId}::uuid
        ORDER BY o."shopifyCreatedAt", o."id" LIMIT ${MAX_ORDERS}
      ) AS "next"
    ) AS "weighed" WHERE "before" < ${MAX_ROWS}`;
}

/** Locks the shop's row until the transaction ends: an installation that begins meanwhile waits for it. */
async function lockIfUninstalled(tx: Tx, shopId: ShopId): Promise<boolean> {
  const rows = await tx.query`
    SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid AND "uninstalledAt" IS NOT NULL FOR SHARE`;
  return rows.length > 0;
}

async function replaceWithTombstones(
  tx: Tx,
  ctx: ShopsContext,
  shop: ShopToErase,
  orders: readonly OrderToErase[],
): Promise<void> {
  const ids = orders.map((order) => order.id);
  await lockOrders(tx, ids);
  const hashes = orders.map((order) => tombstoneHash(ctx, shop.domain, order.shopifyGid));
  await tx.execute`
    INSERT INTO "Tombstone" ("hash", "createdAt") SELECT "hash", ${ctx.clock.now()}::timestamptz FROM unnest(${hashes}::text[]) AS "hash"
    ON CONFLICT DO NOTHING`;
  await eraseBodiesOfOrders(tx, ids);
  const ofOrders = Prisma.sql`"orderId" = ANY(${ids}::uuid[])`;
  const parcels = Prisma.sql`"Parcel" WHERE "submissionId" IN (SELECT "id" FROM "Submission" WHERE ${ofOrders})`;
  await tx.execute`DELETE FROM "ShopifyWrite" WHERE "parcelId" IN (SELECT "id" FROM ${parcels})`;
  await tx.execute`DELETE FROM ${parcels}`;
  await tx.execute`DELETE FROM "PracticeOrder" WHERE "reference" IN (SELECT "reference" FROM "Submission" WHERE ${ofOrders})`;
  // Their lines, attempts and lookups go with them.
  await tx.execute`DELETE FROM "Submission" WHERE ${ofOrders}`;
  await tx.execute`DELETE FROM "Order" WHERE "id" = ANY(${ids}::uuid[])`;
}

/** No shop is connected with account `a` or about to move to it, and no order is with it. */
const UNUSED = Prisma.sql`NOT EXISTS (SELECT FROM "Shop" s WHERE s."printAccountId" = a."id")
  AND NOT EXISTS (SELECT FROM "Submission" s WHERE s."printAccountId" = a."id")
  AND NOT EXISTS (SELECT FROM "AccountMove" m WHERE m."toAccountId" = a."id" AND m."movedAt" IS NULL)`;

/**
 * Erases the print accounts that nobody uses any longer, with their logins and webhooks: that of a shop which was just
 * erased, and those that the shop had before. One that was made since `before` may be about to be connected.
 */
export async function eraseUnusedAccounts(ctx: ShopsContext, before: Date): Promise<void> {
  const unused = await ctx.db.$queryRaw<{ id: PrintAccountId; key: string }[]>`
    SELECT a."id", a."key" FROM "PrintAccount" a WHERE a."kind" = 'live' AND a."createdAt" <= ${before} AND ${UNUSED}`;
  for (const { id, key } of unused) {
    // Before the account is deleted: they are found by its key.
    await eraseBodies(ctx, { source: "print_service", scope: key }, HANDLED);
    await ctx.db.$transaction(async (tx) => {
      // A shop that connects the account meanwhile has this lock first, and is then seen.
      await tx.$queryRaw`SELECT 1 FROM "PrintAccount" WHERE "id" = ${id}::uuid FOR UPDATE`;
      await tx.$executeRaw`DELETE FROM "PrintAccount" a WHERE a."id" = ${id}::uuid AND ${UNUSED}`;
    });
  }
}
