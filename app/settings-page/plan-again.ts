import { Prisma } from "../../prisma/client/client.ts";
import { defineRun } from "../long-runs/engine.ts";
import { transact } from "../orders/core/append.ts";
import { isHold } from "../orders/core/attention.ts";
import { changeLoaded } from "../orders/core/change-orders.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import { lockAndLoad, withIds } from "../orders/core/load-rows.ts";
import { clearReasons, moveSubmission, setColumns, type OrderRows } from "../orders/core/order-rows.ts";
import {
  FIRST_ID,
  NOT_UNDER_WAY,
  plannedColumns,
  planSending,
  type SendingRules,
  isPastCheck,
} from "../orders/core/sending-plan.ts";
import { readShop } from "../orders/core/shop-row.ts";
import { UNSENT_STATES } from "../orders/core/states.ts";
import type { OrderId, ShopId, SubmissionId } from "../ports/ids.ts";
import { readSettings } from "../settings/settings.ts";

const BATCH_SIZE = 200;

const toPlanAgain = (now: Date) => ({ OR: [{ planAgainAfter: { not: null } }, { planAgainAt: { lte: now } }] });

/** After a change of when a shop's orders leave, gives those that wait their new times. Nothing is read from Shopify for that. */
export const sendingPlanRun = defineRun<OrdersContext, ShopId>({
  kind: "sending_plan",
  everyMs: 1_000,
  async due({ db, clock }) {
    const shops = await db.shop.findMany({ where: toPlanAgain(clock.now()), select: { id: true } });
    return shops.map(({ id }) => ({ id, shopId: id }));
  },
  async step(ctx, shopId, turn) {
    while (!turn.isOver() && (await planBatch(ctx, shopId))) turn.hasAdvanced = true;
  },
  async progress({ db }, shopId) {
    const { planAgainAfter } = await db.shop.findUniqueOrThrow({ where: { id: shopId } });
    const unsent = { shopId, state: { in: [...UNSENT_STATES] } };
    const total = await db.submission.count({ where: unsent });
    if (planAgainAfter === null) return { done: total, total };
    return { done: await db.submission.count({ where: { ...unsent, id: { lte: planAgainAfter } } }), total };
  },
});

/** Returns whether there may be more. A change in between has the shop begin anew (`version`), and another process may be further. */
async function planBatch(ctx: OrdersContext, shopId: ShopId): Promise<boolean> {
  const now = ctx.clock.now();
  const { version, planAgainAfter, planAgainAt } = await ctx.db.shop.findUniqueOrThrow({ where: { id: shopId } });
  const move = (data: { planAgainAfter: SubmissionId | null; planAgainAt?: null }) =>
    ctx.db.shop.updateMany({ where: { id: shopId, version, planAgainAfter, planAgainAt }, data });
  if (planAgainAt && planAgainAt <= now) {
    await move({ planAgainAfter: FIRST_ID, planAgainAt: null });
    return true;
  }
  if (planAgainAfter === null) return false;
  const batch = await ctx.db.submission.findMany({
    where: { shopId, state: { in: [...UNSENT_STATES] }, id: { gt: planAgainAfter } },
    orderBy: { id: "asc" },
    take: BATCH_SIZE,
    select: { id: true, orderId: true },
  });
  for (const id of batch.length > 0 ? await planSubmissions(ctx, shopId, batch) : []) ctx.wake.submission(id);
  await move({ planAgainAfter: batch.length < BATCH_SIZE ? null : (batch.at(-1)?.id ?? null) });
  return true;
}

/**
 * Returns those that are due now. The shop stays as it is until the new times are committed: a later change finds them. It is locked
 * before the orders: who locks it behind them, as a claim does, waits for nobody.
 */
const planSubmissions = (
  ctx: OrdersContext,
  shopId: ShopId,
  batch: readonly { id: SubmissionId; orderId: OrderId }[],
): Promise<SubmissionId[]> =>
  transact(ctx, async (tx) => {
    const shop = await readShop(tx, { id: shopId }, Prisma.sql`FOR SHARE OF s`);
    if (!shop) return [];
    const rules = { shop, settings: readSettings(shop.settings) };
    const loaded = await lockAndLoad(tx, withIds(batch.map(({ orderId }) => orderId)));
    const planned = await changeLoaded(tx, loaded, batch, (rows, { id }) => planOne(rows, ctx, rules, id));
    return planned.flatMap((id) => id ?? []);
  });

/** Its id where it is due now. What is held is planned once nothing holds it. */
function planOne(rows: OrderRows, ctx: OrdersContext, rules: SendingRules, id: SubmissionId): SubmissionId | null {
  const row = rows.submissions.find((one) => one.id === id);
  const isHeld = rows.attentions.some((one) => one.submissionId === id && one.clearedAt === null && isHold(one.code));
  if (!row || isHeld || !UNSENT_STATES.includes(row.state)) return null;
  const now = ctx.clock.now();
  const wait = planSending(now, rules, rows.order, row);
  if (wait) {
    const columns = plannedColumns(now, wait, isPastCheck(row, wait));
    const isSame = (column: keyof typeof columns) => row[column]?.getTime() === columns[column]?.getTime();
    if (row.state === "waiting" && isSame("dueAt") && isSame("sendingTime")) return null;
    clearReasons(rows, ctx, { submissionId: id, codes: NOT_UNDER_WAY }, "facts");
    moveSubmission(rows, ctx, id, "wait", columns);
    return null;
  }
  // One that is ready has its own time: a retry, or its turn at the print account.
  if (row.state === "ready") return null;
  setColumns(rows.submissions, id, { dueAt: now, version: row.version + 1 });
  return id;
}
