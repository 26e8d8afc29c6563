import type { PrismaClient, WebhookDelivery } from "@prisma/client";
import type { Tx } from "../database/transaction.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { deadLetterAfter } from "../orders/core/failed-work.ts";
import { scheduleRetry } from "../orders/core/reschedule.ts";
import { errorName, RemoteError, retryAfterOf } from "../ports/errors.ts";
import { isDatabaseUnavailable } from "./database-error.ts";
import type { WebhookDeliveryId, OrderId } from "../ports/ids.ts";

export type DeliveryWithoutBody = Omit<WebhookDelivery, "bodyEncrypted">;

/**
 * The encrypted body of a delivery; null once it is erased. Read as text: Prisma turns bytes into a list of numbers,
 * and a body of 10 MB would take a worker half a gigabyte.
 */
export async function readEncryptedBody(db: PrismaClient, deliveryId: WebhookDeliveryId): Promise<Buffer | null> {
  const [row] = await db.$queryRaw<{ body: string | null }[]>`
    SELECT encode("bodyEncrypted", 'base64') AS "body" FROM "WebhookDelivery" WHERE "id" = ${deliveryId}::uuid`;
  return typeof row?.body === "string" ? Buffer.from(row.body, "base64") : null;
}

export async function finishDelivery(
  tx: Tx,
  ctx: OrdersContext,
  row: DeliveryWithoutBody,
  state: "done" | "ignored" | "dead_letter",
  details: { orderId?: OrderId; problem?: string },
): Promise<void> {
  const data = { state, handledAt: ctx.clock.now(), dueAt: null, ...details };
  await tx.webhookDelivery.update({
    where: { id: row.id },
    data: (await mustEraseBody(tx, row, state, details.orderId)) ? { ...data, bodyEncrypted: null } : data,
    select: { id: true },
  });
}

/**
 * A privacy request names the customer, a late delivery may bring back what was erased, and an ignored body may name a
 * customer whom no later request would find: none of these bodies is kept.
 */
async function mustEraseBody(
  tx: Tx,
  row: DeliveryWithoutBody,
  state: string,
  orderId: OrderId | undefined,
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

/** After an error. Errors of other systems and of the database's absence do not count toward the dead letter. */
export async function rescheduleDelivery(
  ctx: OrdersContext,
  row: DeliveryWithoutBody,
  error: unknown,
  orderId: OrderId | null,
): Promise<void> {
  const name = errorName(error);
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
  // A delivery that was erased, dismissed or handled meanwhile stays so.
  await ctx.db.webhookDelivery.updateMany({
    where: { id: row.id, state: "waiting" },
    data: { ...retry.data, ...deadLetterAfter(failures), failures, problem: name, ...(orderId ? { orderId } : {}) },
  });
}

/** Where our own code failed, without the message: messages of a database may quote values. */
function stackExcerpt(error: unknown): string | undefined {
  return error instanceof Error ? error.stack?.split("\n").slice(1, 4).join(" ").trim() : undefined;
}
