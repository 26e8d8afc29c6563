import type { OrdersContext } from "../core/context.ts";
import type { PrintAccountId, WebhookDeliveryId } from "../../ports/ids.ts";

const BATCH_SIZE = 200;

/**
 * Handles events of unknown references again once a submission of their account has the reference: after a restore an
 * event may have arrived before its order. Of all accounts, or of one. Returns how many deliveries are due again.
 */
export async function rematchEvents(
  ctx: Pick<OrdersContext, "db" | "clock" | "wake">,
  accountId: PrintAccountId | null = null,
): Promise<number> {
  const now = ctx.clock.now();
  const deliveries = await ctx.db.$transaction(async (tx) => {
    const matched = await tx.$queryRaw<{ deliveryId: WebhookDeliveryId }[]>`
      UPDATE "UnmatchedEvent" SET "matchedAt" = ${now} WHERE "id" IN (
        SELECT u."id" FROM "UnmatchedEvent" u
        JOIN "PrintAccount" a ON a."key" = u."accountKey"
        JOIN "Submission" s ON s."reference" = u."reference" AND s."printAccountId" = a."id"
        WHERE u."matchedAt" IS NULL AND (${accountId}::uuid IS NULL OR a."id" = ${accountId}::uuid)
        ORDER BY u."receivedAt" LIMIT ${BATCH_SIZE})
      RETURNING "deliveryId"`;
    const ids = matched.map((row) => row.deliveryId);
    await tx.webhookDelivery.updateMany({
      where: { id: { in: ids }, bodyEncrypted: { not: null } },
      data: { state: "waiting", dueAt: now, handledAt: null, problem: null },
    });
    return ids;
  });
  for (const id of deliveries) ctx.wake.delivery(id);
  return deliveries.length;
}
