import type { Order, Submission } from "../../../prisma/client/client.ts";
import { RemoteError, retryAfterOf } from "../../ports/errors.ts";
import { codesFoundBy } from "../core/attention.ts";
import { changeOrder } from "../core/change-orders.ts";
import type { OrdersContext } from "../core/context.ts";
import { clearReasons, raiseReason, setOrder, type OrderRows } from "../core/order-rows.ts";
import { isTooOldToRead } from "../core/order-access.ts";
import { isAlertDue, NOT_DUE, scheduleRetry } from "../core/reschedule.ts";
import { readShop } from "../core/shop-row.ts";
import { receiveOrderByGid } from "./receive-order.ts";
import { holdTooOld } from "./not-printed.ts";
import type { OrderId, ShopId, SubmissionId } from "../../ports/ids.ts";
import type { OrderOfFulfillmentOrder } from "../../ports/shopify.ts";
import { withOrderLock, type InTransaction } from "../core/lock.ts";
import { UNSENT_STATES } from "../core/states.ts";
import type { Tx } from "../../database/sql.ts";

type RecheckOutcome = "read" | "not_in_shopify" | "too_old" | "unavailable" | "not_due";

/** Reads a due order from Shopify again and applies it; reschedules it while Shopify cannot be read. */
export async function recheckOrder(ctx: OrdersContext, orderId: OrderId): Promise<RecheckOutcome> {
  const include = { shop: { select: { scopes: true } } };
  const order = await ctx.db.order.findUnique({ where: { id: orderId }, include });
  if (!order?.dueAt || order.dueAt > ctx.clock.now()) return "not_due";
  try {
    const shop = await readShop(ctx.sql, { id: order.shopId });
    const received = await receiveOrderByGid(ctx, shop, order.shopifyGid);
    if (received === "not_in_shopify") return await reportNotFound(ctx, order);
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

async function reportNotFound(
  ctx: OrdersContext,
  order: Order & { shop: { scopes: string } },
): Promise<"not_in_shopify" | "too_old"> {
  const { id: orderId, shopId } = order;
  const tooOld = isTooOldToRead(ctx, order, order.shop);
  if (tooOld) await holdTooOld(ctx, orderId);
  await changeOrder(ctx, orderId, (rows) => {
    if (!tooOld) raiseReason(rows, ctx, { shopId, orderId, code: "order_not_found" });
    // Somebody may have made it due while it was being read: since access to older orders was granted, for example.
    if (isDueAsRead(rows, order)) setOrder(rows, { dueAt: null });
  });
  return tooOld ? "too_old" : "not_in_shopify";
}

/** Retries later, not before Shopify allows it. Raises attention when that lasts. */
async function rescheduleRecheck(
  ctx: OrdersContext,
  order: Order & { dueAt: Date },
  error: RemoteError,
): Promise<void> {
  const { data, waitMs } = scheduleRetry(ctx, order.tries, { atLeastMs: retryAfterOf(error) });
  await changeOrder(ctx, order.id, (rows) => {
    if (!isDueAsRead(rows, order)) return;
    setOrder(rows, { dueAt: data.dueAt, tries: rows.order.tries + 1 });
    if (isAlertDue(ctx.policy, order.tries, waitMs))
      raiseReason(rows, ctx, { shopId: order.shopId, orderId: order.id, code: "order_unreadable" });
  });
}

const isDueAsRead = ({ order }: OrderRows, { dueAt }: Pick<Order, "dueAt">): boolean =>
  order.dueAt?.getTime() === dueAt?.getTime();

const READ_PROBLEMS = codesFoundBy("shopify_read");

/** Shopify shows the order again. */
async function clearReadProblems(ctx: OrdersContext, orderId: OrderId): Promise<void> {
  const openProblems = { orderId, submissionId: null, code: { in: [...READ_PROBLEMS] }, clearedAt: null };
  if ((await ctx.db.attention.count({ where: openProblems })) === 0) return;
  await changeOrder(ctx, orderId, (rows) =>
    clearReasons(rows, ctx, { submissionId: null, codes: READ_PROBLEMS }, "facts"),
  );
}

/**
 * Shopify has routed a known order. The order need not be read for that where all of its submissions read the order themselves, before
 * they are sent: those that wait for the routing at once, the others later where the fulfillment order keeps nothing from being sent.
 * Nor where nothing of the order is printed. Returns false where the order has to be read: the order is unknown, is held, or was sent,
 * or staff should see early what the fulfillment order keeps from being sent.
 */
export async function settleRouting(
  ctx: OrdersContext,
  shopId: ShopId,
  { orderGid, unobstructed }: OrderOfFulfillmentOrder,
  inTransaction: InTransaction,
): Promise<boolean> {
  const where = { shopId_shopifyGid: { shopId, shopifyGid: orderGid } };
  const order = await ctx.db.order.findUnique({ where, select: { id: true } });
  if (!order) return false;
  const awaiting = await withOrderLock(ctx, order.id, async (tx) => {
    const submissions = await tx.query<Pick<Submission, "id" | "state" | "dueAt">>`
      SELECT "id", "state", "dueAt" FROM "Submission" WHERE "orderId" = ${order.id}::uuid`;
    const settled = submissions.every(
      (row) => UNSENT_STATES.includes(row.state) && row.dueAt !== null && (unobstructed || isDueSoon(ctx, row)),
    );
    if (!settled) return null;
    const ids = submissions.filter((row) => mayAwaitRouting(ctx, row)).map(({ id }) => id);
    if (ids.length > 0) await setDue(tx, ctx, ids);
    await inTransaction(tx, order.id);
    return ids;
  });
  for (const id of awaiting ?? []) ctx.wake.submission(id);
  return awaiting !== null;
}

/** A submission that waits for the routing is due within the time of such a recheck. */
const isDueSoon = ({ clock, policy }: OrdersContext, { dueAt }: Pick<Submission, "dueAt">): boolean =>
  dueAt !== null && dueAt.getTime() <= clock.now().getTime() + policy.routingRecheckMs;

/** One that is ready and due may have read the order before the routing just now, and would wait then. */
const mayAwaitRouting = (ctx: OrdersContext, row: Pick<Submission, "state" | "dueAt">): boolean =>
  row.state === "waiting" ? isDueSoon(ctx, row) : row.dueAt !== null && row.dueAt <= ctx.clock.now();

const setDue = (tx: Tx, { clock }: OrdersContext, ids: SubmissionId[]) => tx.execute`
  UPDATE "Submission" SET "dueAt" = ${clock.now()}, "version" = "version" + 1 WHERE "id" = ANY(${ids}::uuid[])`;
