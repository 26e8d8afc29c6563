import { DecryptionError } from "../encryption/encryptor.server.ts";
import type { Tx } from "../database/sql.ts";
import { transact } from "../orders/core/append.ts";
import { changeOrderIn } from "../orders/core/change-orders.ts";
import { idsOf } from "../orders/core/history.ts";
import { lockOrder } from "../orders/core/lock.ts";
import { moveSubmission, noteHistory, raiseReason } from "../orders/core/order-rows.ts";
import { tombstoneHash } from "../orders/receive/order-row.ts";
import { MUTABLE_STATES } from "../orders/core/states.ts";
import type { ShopsContext } from "../shops/context.ts";
import { readBody, type ExportContext } from "./data-requests/export.ts";
import { endErasedRequests, heldOrders } from "./data-requests/record.ts";
import { eraseBodiesOfOrders, eraseUnreadBodies } from "./erase.ts";
import type { ShopId, OrderId, WebhookDeliveryId } from "../ports/ids.ts";
import type { Gid } from "../ports/gid.ts";

/** What the erasure of a customer gets from outside. */
export type RedactCustomerContext = ShopsContext & Pick<ExportContext, "parseShopifyWebhook">;

/**
 * customers/redact: erases the customer's data of these orders and holds what is not yet sent.
 * References, amounts and keyed hashes stay: they prove what was sent. Safe to repeat.
 */
export async function redactCustomer(
  ctx: RedactCustomerContext,
  domain: string,
  orderGids: readonly Gid<"Order">[],
): Promise<void> {
  await leaveTombstones(ctx, domain, orderGids);
  for (const gid of orderGids) {
    const order = await ctx.db.order.findFirst({ where: { shop: { domain }, shopifyGid: gid } });
    if (order) await transact(ctx, (tx) => redactOrder(tx, ctx, order));
  }
  const shop = await ctx.db.shop.findUnique({ where: { domain }, select: { id: true } });
  if (shop) {
    await endErasedRequests(ctx, shop.id, orderGids);
    await endFailedRequests(ctx, { id: shop.id, domain }, orderGids);
  }
  await eraseUnreadBodies(ctx, domain);
  ctx.log.info({ shop: domain, orders: orderGids.length }, "a customer's data was erased");
}

/** An unknown order may still come by a late delivery or the sweep; its tombstone makes it ignored. */
async function leaveTombstones(ctx: ShopsContext, domain: string, orderGids: readonly Gid<"Order">[]): Promise<void> {
  const createdAt = ctx.clock.now();
  const data = orderGids.map((gid) => ({ hash: tombstoneHash(ctx, domain, gid), createdAt }));
  await ctx.db.tombstone.createMany({ data, skipDuplicates: true });
  // An order that is being received may have been decided without it.
  await waitForOrdersUnderWay(ctx, domain);
}

async function redactOrder(
  tx: Tx,
  ctx: ShopsContext,
  order: { id: OrderId; shopId: ShopId; redactedAt: Date | null },
): Promise<void> {
  await lockOrder(tx, order.id);
  await eraseBodiesOfOrders(tx, [order.id]);
  await tx.execute`
    UPDATE "Submission" SET "payloadEncrypted" = NULL, "providerOrderEncrypted" = NULL WHERE "orderId" = ${order.id}::uuid`;
  await tx.execute`UPDATE "PracticeOrder" SET "contentEncrypted" = NULL WHERE "reference" IN (
    SELECT "reference" FROM "Submission" WHERE "orderId" = ${order.id}::uuid)`;
  await tx.execute`UPDATE "OrderChange" SET "contentEncrypted" = NULL WHERE "orderId" = ${order.id}::uuid`;
  await tx.execute`UPDATE "DrawnFile" SET "eraseAt" = ${ctx.clock.now()} WHERE "orderId" = ${order.id}::uuid AND "eraseAt" IS NULL`;
  // In the sequence of retention, which erases old claims without the order's lock: each would wait for the other.
  await tx.execute`UPDATE "Claim" SET "contentEncrypted" = NULL WHERE "orderId" = ${order.id}::uuid`;
  await tx.execute`DELETE FROM "ClaimPhoto" WHERE "claimId" IN (SELECT "id" FROM "Claim" WHERE "orderId" = ${order.id}::uuid)`;
  await tx.execute`UPDATE "Attempt" SET "messageEncrypted" = NULL WHERE "submissionId" IN (
    SELECT "id" FROM "Submission" WHERE "orderId" = ${order.id}::uuid)`;
  await tx.execute`UPDATE "Order" SET "customerEncrypted" = NULL, "searchHashes" = '{}', "destinationCountry" = NULL, "tags" = '{}'
    WHERE "id" = ${order.id}::uuid`;
  if (order.redactedAt) return;
  await tx.execute`
    UPDATE "Order" SET "redactedAt" = ${ctx.clock.now()}, "version" = "version" + 1 WHERE "id" = ${order.id}::uuid`;
  await changeOrderIn(tx, order.id, (rows) => {
    noteHistory(rows, ctx, { shopId: order.shopId, orderId: order.id, code: "privacy.erased", actor: "shopify" });
    for (const submission of rows.submissions.filter(({ state }) => MUTABLE_STATES.includes(state))) {
      raiseReason(rows, ctx, { ...idsOf(submission), code: "personal_data_erased" });
      moveSubmission(rows, ctx, submission.id, "wait", { dueAt: null });
    }
  });
}

/**
 * Waits until the orders that a shop is receiving now can be seen. Each was decided by what a worker read before, and its new row
 * holds a lock of the shop's row until it is committed.
 */
export async function waitForOrdersUnderWay({ db }: Pick<ShopsContext, "db">, domain: string): Promise<void> {
  await db.$transaction((tx) => tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "domain" = ${domain} FOR UPDATE`);
}

/**
 * After an erasure of orders: ends the requests about them that failed and were not recorded, where nothing is left to send, since
 * their bodies name the customer. Any other one is still to be carried out.
 */
async function endFailedRequests(
  ctx: ExportContext,
  shop: { id: ShopId; domain: string },
  erased: readonly Gid<"Order">[],
): Promise<void> {
  // The index WebhookDelivery_failed finds them: a shop's other deliveries are not read.
  const rows = await ctx.db.$queryRaw<{ id: WebhookDeliveryId }[]>`
    SELECT "id" FROM "WebhookDelivery"
    WHERE "source" = 'shopify' AND "scope" = ${shop.domain} AND "state" = 'dead_letter' AND "topic" = 'customers/data_request'
      AND "bodyEncrypted" IS NOT NULL`;
  for (const { id } of rows) {
    const asked = await readAskedOrders(ctx, shop.domain, id);
    if (!asked.some((gid) => erased.includes(gid)) || (await heldOrders(ctx.db, shop.id, asked)).length > 0) continue;
    await ctx.db.webhookDelivery.updateMany({
      where: { id, state: "dead_letter" },
      data: { state: "ignored", problem: "erased", bodyEncrypted: null },
    });
  }
}

/** The orders that a failed request is about; none where no key decrypts it. */
async function readAskedOrders(ctx: ExportContext, domain: string, id: WebhookDeliveryId): Promise<Gid<"Order">[]> {
  try {
    const body = await readBody(ctx, id);
    const request = body && ctx.parseShopifyWebhook("customers/data_request", domain, body);
    return request?.kind === "customer_data_request" ? request.orderGids : [];
  } catch (error) {
    if (error instanceof DecryptionError) return [];
    throw error;
  }
}
