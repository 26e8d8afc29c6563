import type { WebhookDelivery } from "@prisma/client";
import type { OrdersContext } from "../orders/core/context.ts";
import type { Tx } from "../database/transaction.ts";
import { findByReference } from "../orders/provider-updates/find-by-reference.ts";
import { recordStatus } from "../orders/provider-updates/status.ts";
import { isTestReference, TEST_EVENT } from "../orders/provider-updates/test-event.ts";
import { recordTracking } from "../orders/provider-updates/tracking.ts";
import { dueNow, scheduleRetry } from "../orders/core/reschedule.ts";
import { receiveSnapshot, receiveOrderByGid, type ReceiveOutcome } from "../orders/receive/receive-order.ts";
import { MAX_FAILURES } from "../orders/core/failed-work.ts";
import type { WebhookParser, ParsedWebhook } from "../ports/webhooks.ts";
import { RemoteError, retryAfterOf } from "../ports/errors.ts";
import { findReferencedOrder } from "./referenced-order.ts";
import { isDatabaseUnavailable } from "./database-error.ts";
import { readEncryptedBody } from "./encrypted-body.ts";
import type { ShopWebhooks } from "./shop-webhooks.ts";

export interface WebhookHandlerContext {
  ctx: OrdersContext;
  parser: WebhookParser;
  shopWebhooks: ShopWebhooks;
}

/** All of a delivery but its body. */
type DeliveryWithoutBody = Omit<WebhookDelivery, "bodyEncrypted">;

/** Reads one committed delivery and does what it asks. Repeating it does no harm. */
export async function handleWebhook(handler: WebhookHandlerContext, id: string): Promise<void> {
  const { ctx } = handler;
  const row = await ctx.db.webhookDelivery.findUnique({ where: { id }, omit: { bodyEncrypted: true } });
  const encryptedBody = row?.state === "waiting" ? await readEncryptedBody(ctx.db, id) : null;
  if (!row || !encryptedBody) return;
  let webhook: ParsedWebhook | null = null;
  try {
    webhook = parse(handler, row, encryptedBody);
    await applyWebhook(handler, row, webhook);
  } catch (error) {
    const orderId = webhook && (await findReferencedOrder(ctx, row.scope, webhook).catch(() => null));
    await reschedule(ctx, row, error, orderId);
  }
}

function parse({ ctx, parser }: WebhookHandlerContext, row: DeliveryWithoutBody, encryptedBody: Buffer): ParsedWebhook {
  const body = ctx.encryptor.decrypt(encryptedBody, `delivery:${row.id}`);
  return row.source === "shopify" ? parser.shopify(row.topic, row.scope, body) : parser.printService(row.topic, body);
}

async function applyWebhook(
  handler: WebhookHandlerContext,
  row: DeliveryWithoutBody,
  webhook: ParsedWebhook,
): Promise<void> {
  const { ctx, shopWebhooks } = handler;
  const done: (tx: Tx, orderId: string) => Promise<void> = (tx, orderId) => finish(tx, ctx, row, "done", { orderId });
  switch (webhook.kind) {
    case "order":
      return ignoreUnlessApplied(ctx, row, await receiveSnapshot(ctx, row.scope, webhook.snapshot, done));
    // The bodies of these two tell too little: the order is read from Shopify and received as it is now.
    case "order_changed":
      return ignoreUnlessApplied(ctx, row, await receiveOrderByGid(ctx, row.scope, webhook.orderGid, done));
    case "fulfillment_order_changed": {
      const orderGid = await shopWebhooks.orderOfFulfillmentOrder(row.scope, webhook.fulfillmentOrderGid);
      if (orderGid) return ignoreUnlessApplied(ctx, row, await receiveOrderByGid(ctx, row.scope, orderGid, done));
      return finish(ctx.db, ctx, row, "ignored", { problem: "no_such_fulfillment_order" });
    }
    case "tracking":
    case "status":
      return applyProviderUpdate(ctx, row, webhook);
    case "no_action":
      return finish(ctx.db, ctx, row, "ignored", {});
    case "unreadable":
      ctx.log.warn({ delivery: row.id, topic: row.topic, problem: webhook.problem }, "delivery set aside");
      return finish(ctx.db, ctx, row, "dead_letter", { problem: webhook.problem });
    default:
      return applyShopWebhook(handler, row, webhook);
  }
}

/** What takes long is done in parts, and others have their turn after each; what claims what is not so is refused. */
async function applyShopWebhook(
  { ctx, shopWebhooks }: WebhookHandlerContext,
  row: DeliveryWithoutBody,
  webhook: Parameters<ShopWebhooks["handle"]>[1],
): Promise<void> {
  switch (await shopWebhooks.handle(row.scope, webhook)) {
    case "done":
      return finish(ctx.db, ctx, row, "done", {});
    case "unfinished":
      await ctx.db.webhookDelivery.updateMany({
        where: { id: row.id, state: "waiting" },
        data: { ...dueNow(ctx), failures: 0 },
      });
      return;
    case "app_installed":
      ctx.log.warn(
        { delivery: row.id, shop: row.scope, topic: row.topic },
        "refused: the app is installed in the shop",
      );
      // A late app/uninstalled is nothing odd after a reinstallation; a request to erase is something that people should see.
      return finish(ctx.db, ctx, row, webhook.kind === "shop_redact" ? "dead_letter" : "ignored", {
        problem: "app_installed",
      });
  }
}

/** What was received is finished in its own transaction; what was not for us ends here. */
async function ignoreUnlessApplied(
  ctx: OrdersContext,
  row: DeliveryWithoutBody,
  outcome: ReceiveOutcome,
): Promise<void> {
  if (outcome === "unknown_shop" || outcome === "not_in_shopify")
    await finish(ctx.db, ctx, row, "ignored", { problem: outcome });
}

async function applyProviderUpdate(
  ctx: OrdersContext,
  row: DeliveryWithoutBody,
  webhook: ParsedWebhook & { kind: "tracking" | "status" },
): Promise<void> {
  const account = await ctx.db.printAccount.findUnique({ where: { key: row.scope }, select: { id: true } });
  if (!account) return finish(ctx.db, ctx, row, "ignored", { problem: "unknown_account" });
  const from = { accountId: account.id, reportedBy: "event" as const };
  const outcome =
    webhook.kind === "tracking"
      ? await recordTracking(ctx, { ...webhook, ...from })
      : await recordStatus(ctx, { ...webhook, ...from, deliveryId: row.id });
  if (outcome !== "unknown_reference") {
    const submission = await findByReference(ctx, webhook.reference, account.id);
    return finish(ctx.db, ctx, row, "done", submission ? { orderId: submission.orderId } : {});
  }
  if (isTestReference(webhook.reference)) return finish(ctx.db, ctx, row, "ignored", { problem: TEST_EVENT });
  // Kept: the reference may turn up (a restored database, another installation), and a person can see it.
  await ctx.db.$transaction(async (tx) => {
    const event = {
      accountKey: row.scope,
      reference: webhook.reference.replaceAll("\0", ""),
      receivedAt: row.receivedAt,
    };
    await tx.unmatchedEvent.upsert({
      where: { deliveryId: row.id },
      create: { id: ctx.ids.uuid(), deliveryId: row.id, ...event },
      update: { matchedAt: null },
    });
    await finish(tx, ctx, row, "done", { problem: "unknown_reference" });
  });
}

async function finish(
  tx: Tx,
  ctx: OrdersContext,
  row: DeliveryWithoutBody,
  state: "done" | "ignored" | "dead_letter",
  details: { orderId?: string; problem?: string },
): Promise<void> {
  const data = { state, handledAt: ctx.clock.now(), dueAt: null, ...details };
  await tx.webhookDelivery.update({
    where: { id: row.id },
    data: (await mustEraseBody(tx, row, state, details.orderId)) ? { ...data, bodyEncrypted: null } : data,
    select: { id: true },
  });
}

/**
 * A privacy request names the customer, a late delivery may bring back what was erased, and what nobody reads may name
 * a customer whom no later request would find: none of these bodies is kept.
 */
async function mustEraseBody(
  tx: Tx,
  row: DeliveryWithoutBody,
  state: string,
  orderId: string | undefined,
): Promise<boolean> {
  if (row.source === "shopify" && state === "ignored") return true;
  if (row.topic.startsWith("customers/") || row.topic === "shop/redact") return true;
  if (!orderId) return false;
  const order = await tx.order.findUniqueOrThrow({
    where: { id: orderId },
    select: { redactedAt: true, ignoredReason: true },
  });
  return order.redactedAt !== null || order.ignoredReason === "redacted";
}

async function reschedule(
  ctx: OrdersContext,
  row: DeliveryWithoutBody,
  error: unknown,
  orderId: string | null,
): Promise<void> {
  const name = error instanceof Error ? error.name : "unknown";
  const isExternal = error instanceof RemoteError || isDatabaseUnavailable(error);
  const failures = row.failures + (isExternal ? 0 : 1);
  const fields = {
    delivery: row.id,
    topic: row.topic,
    error: name,
    stack: isExternal ? undefined : stackExcerpt(error),
  };
  ctx.log[isExternal ? "warn" : "error"](fields, "delivery not handled yet");
  const retry = scheduleRetry(ctx, row.tries, { atLeastMs: retryAfterOf(error) });
  const deadLetter = failures >= MAX_FAILURES ? ({ state: "dead_letter", dueAt: null } as const) : {};
  // One that was erased, put away or handled meanwhile stays so.
  await ctx.db.webhookDelivery.updateMany({
    where: { id: row.id, state: "waiting" },
    data: { ...retry.data, ...deadLetter, failures, problem: name, ...(orderId ? { orderId } : {}) },
  });
}

/** Where our own code failed, without the message: messages of a database may quote values. */
function stackExcerpt(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split("\n").slice(1, 4).join(" ").trim() : undefined;
}
