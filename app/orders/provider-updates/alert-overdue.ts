import { changeOrder } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { raiseReason, submissionIn } from "../core/order-rows.ts";
import { stateIn } from "../core/state-in.ts";
import { UNSENT_STATES } from "../core/states.ts";
import type { ShopId, OrderId, SubmissionId } from "../../ports/ids.ts";

/** Raised in one run; the others follow in the next. */
const BATCH_SIZE = 200;

interface OverdueSubmission {
  id: SubmissionId;
  shopId: ShopId;
  orderId: OrderId;
}

/**
 * Raises attention for submissions that nothing holds and that were not sent for `policy.alertAfterMs`: many are queued
 * before them, or the account is rate limited. A failed try raises its own. Not for a shop that waits for Shopify's limit: one banner
 * says so of all its orders. Returns how many.
 */
export async function alertOverdue(ctx: OrdersContext): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - ctx.policy.alertAfterMs);
  const overdue = await ctx.db.$queryRaw<OverdueSubmission[]>`
    SELECT s."id"::text AS "id", s."shopId"::text AS "shopId", s."orderId"::text AS "orderId" FROM "Submission" s
    WHERE s."shopId" <> ALL(${await shopsAtLimit(ctx, before)}::uuid[]) AND s."dueAt" IS NOT NULL AND (
        (s."state" = 'waiting' AND s."dueAt" <= ${before})
        OR (s."state" = 'ready' AND ${before} >= (
          SELECT max(h."at") FROM "History" h WHERE h."orderId" = s."orderId" AND h."submissionId" = s."id"
            AND h."code" IN ('submission.release', 'submission.absent'))))
      AND NOT EXISTS (SELECT 1 FROM "Attention" a
        WHERE a."submissionId" = s."id" AND a."orderId" = s."orderId" AND a."clearedAt" IS NULL)
    LIMIT ${BATCH_SIZE}`;
  for (const { id, shopId, orderId } of overdue) await raiseAlert(ctx, { id, shopId, orderId });
  return overdue.length;
}

/** Shops with such submissions that wait for Shopify's limit. */
async function shopsAtLimit(ctx: OrdersContext, before: Date): Promise<ShopId[]> {
  const shops = await ctx.db.$queryRaw<{ id: ShopId; domain: string }[]>`
    SELECT "id"::text AS "id", "domain" FROM "Shop" WHERE "id" IN (
      SELECT s."shopId" FROM "Submission" s WHERE ${stateIn("s", UNSENT_STATES)} AND s."dueAt" <= ${before})`;
  const atLimit = await Promise.all(shops.map(({ domain }) => ctx.shopify.isAtLimit(domain)));
  return shops.filter((_, at) => atLimit[at]).map(({ id }) => id);
}

async function raiseAlert(ctx: OrdersContext, { id, shopId, orderId }: OverdueSubmission): Promise<void> {
  await changeOrder(ctx, orderId, (rows) => {
    const { state, dueAt } = submissionIn(rows, id);
    if (dueAt === null || !UNSENT_STATES.includes(state)) return;
    raiseReason(rows, ctx, { shopId, orderId, submissionId: id, code: "not_sent_yet" });
  });
}
