import type { Order, Prisma } from "@prisma/client";
import { RemoteError, retryAfterOf } from "../../ports/errors.ts";
import { codesFoundBy, type AttentionCode } from "../core/attention.ts";
import { clearAttentions, raiseAttention } from "../core/raise-attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { withOrderLock } from "../core/lock.ts";
import { isAlertDue, NOT_DUE, scheduleRetry } from "../core/reschedule.ts";
import { receiveOrderByGid } from "./receive-order.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";

type RecheckOutcome = "read" | "not_in_shopify" | "unavailable" | "not_due";

/** Reads a due order from Shopify again and applies it; reschedules it while Shopify cannot be read. */
export async function recheckOrder(ctx: OrdersContext, orderId: OrderId): Promise<RecheckOutcome> {
  const include = { shop: { select: { domain: true } } };
  const order = await ctx.db.order.findUnique({ where: { id: orderId }, include });
  if (!order?.dueAt || order.dueAt > ctx.clock.now()) return "not_due";
  try {
    const received = await receiveOrderByGid(ctx, order.shop.domain, order.shopifyGid);
    if (received === "not_in_shopify") {
      await withOrderLock(ctx, orderId, async (tx) => {
        await raiseAttention(tx, ctx, { shopId: order.shopId, orderId, code: "order_not_found" });
        await tx.order.update({ where: { id: orderId }, data: { dueAt: null } });
      });
      return "not_in_shopify";
    }
    await clearReadProblems(ctx, orderId);
    // Applying a stale answer does not clear the due time.
    await ctx.db.order.updateMany({ where: { id: orderId, dueAt: order.dueAt }, data: NOT_DUE });
    return "read";
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await rescheduleRecheck(ctx, { ...order, dueAt: order.dueAt }, error);
    return "unavailable";
  }
}

/** Retries later, not before Shopify allows it. Raises attention when that lasts. */
async function rescheduleRecheck(
  ctx: OrdersContext,
  order: Order & { dueAt: Date },
  error: RemoteError,
): Promise<void> {
  const { data, waitMs } = scheduleRetry(ctx, order.tries, { atLeastMs: retryAfterOf(error) });
  await withOrderLock(ctx, order.id, async (tx) => {
    const { count } = await tx.order.updateMany({ where: { id: order.id, dueAt: order.dueAt }, data });
    if (count === 0 || !isAlertDue(ctx.policy, order.tries, waitMs)) return;
    await raiseAttention(tx, ctx, { shopId: order.shopId, orderId: order.id, code: "order_unreadable" });
  });
}

const READ_PROBLEMS = codesFoundBy("shopify_read");

/** Shopify shows the order again. */
async function clearReadProblems(ctx: OrdersContext, orderId: OrderId): Promise<void> {
  const openProblems = { orderId, submissionId: null, code: { in: [...READ_PROBLEMS] }, clearedAt: null };
  if ((await ctx.db.attention.count({ where: openProblems })) === 0) return;
  await withOrderLock(ctx, orderId, async (tx) => {
    await clearAttentions(tx, ctx, { orderId, submissionId: null, codes: READ_PROBLEMS }, "facts");
  });
}

/** Why an item counts as not printed that a mapping, or the word of staff, may change. */
const UNMATCHED = ["no_match", "not_printed"] as const;

/**
 * Makes every order of a shop due that has an open item of these products and did not count as printable: it is decided again
 * with the mapping that the product has now. Orders that are canceled, erased or ignored stay. Returns how many.
 */
export async function wakeUnmatched(
  ctx: Pick<OrdersContext, "db" | "clock" | "wake">,
  shopId: ShopId,
  productGids: readonly string[],
): Promise<number> {
  const line = {
    productGid: { in: [...productGids] },
    eligibilityReason: { in: [...UNMATCHED] },
    remaining: { gt: 0 },
  };
  const unmatched = { shopId, cancelledAt: null, redactedAt: null, ignoredReason: null, lines: { some: line } };
  return wakeOrders(ctx, unmatched);
}

/** Woken at once. Workers find the other due orders by polling. */
const MAX_WAKES = 500;

/** Makes every order of a shop due that one of these codes holds: a mapping was saved, an account connected. Returns how many. */
export async function wakeHeld(
  ctx: Pick<OrdersContext, "db" | "clock" | "wake">,
  shopId: ShopId,
  codes: readonly AttentionCode[],
): Promise<number> {
  return wakeOrders(ctx, { shopId, attentions: { some: { shopId, code: { in: [...codes] }, clearedAt: null } } });
}

async function wakeOrders(
  ctx: Pick<OrdersContext, "db" | "clock" | "wake">,
  where: Prisma.OrderWhereInput,
): Promise<number> {
  const { count } = await ctx.db.order.updateMany({ where, data: { dueAt: ctx.clock.now() } });
  const first = await ctx.db.order.findMany({ where, select: { id: true }, take: MAX_WAKES });
  for (const { id } of first) ctx.wake.order(id);
  return count;
}
