import { z } from "zod";
import { byUrgency, isHold, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { AT_PROVIDER_STATES, type SubmissionState } from "../core/states.ts";
import { excludeOrder } from "./exclude-line.ts";
import { ORDER_ACTIONS } from "./order-actions.ts";
import {
  acknowledge,
  approveInBulk,
  hold,
  isPaused,
  payAtProvider,
  retryFulfillment,
  sendNow,
} from "./submission-actions.ts";
import type { Staff } from "../core/history.ts";
import { lookUpNow } from "./refresh-order.ts";
import type { Gid } from "../../ports/gid.ts";
import { orderIdSchema, type OrderId, type ShopId, type SubmissionId } from "../../ports/ids.ts";

/**
 * The actions of staff on several orders at once. `send_ignored` sends those placed before the start date, `acknowledge` dismisses
 * problems, `retry_fulfillment` writes parcels to Shopify again, `pay_at_provider` pays for the orders at the print service, `exclude`
 * leaves out what is not sent yet, `refresh` reads the orders again from Shopify and the print service.
 */
export const BULK_ACTIONS = [
  "approve",
  "hold",
  "send_now",
  "send_ignored",
  "acknowledge",
  "retry_fulfillment",
  "pay_at_provider",
  "exclude",
  "refresh",
] as const;
export type BulkAction = (typeof BULK_ACTIONS)[number];

export const BULK_LIMIT = 100;

/** A request for an action on several orders. `shownAt`: see `ChosenOrders`; pages from before an update send none. */
export const bulkRequestSchema = z.object({
  action: z.enum(BULK_ACTIONS),
  orderIds: z.array(orderIdSchema).min(1).max(BULK_LIMIT),
  shownAt: z.iso
    .datetime()
    .transform((time) => new Date(time))
    .nullable()
    .default(null),
});

/**
 * `unchanged`: the order is already as the action would have it. `changed`: a reason was opened that staff has not seen. `paused`: nothing is
 * sent in the whole shop.
 */
type SkipReason =
  "paused" | "not_found" | "nothing_to_send" | "already_sent" | "invalid_state" | "unchanged" | "changed";

export interface BulkResult {
  orderId: OrderId;
  /** null when the shop has no such order. */
  name: string | null;
  /** null: done. */
  skipReason: SkipReason | null;
  /** Done or unchanged, but this hold remains. */
  heldBy: AttentionCode | null;
}

/** Who acts, and in which shop. */
export type StaffOfShop = Staff & { shopId: ShopId };

/** The orders that staff chose. */
export interface ChosenOrders {
  orderIds: readonly OrderId[];
  /** When the list of them was read: what came later is neither approved nor dismissed. null: the list shows no reasons. */
  shownAt: Date | null;
}

interface Candidate {
  id: OrderId;
  name: string;
  shopifyGid: Gid<"Order">;
  submissions: { id: SubmissionId; state: SubmissionState }[];
}

/**
 * Runs one action on several orders of a shop, one after the other, each in its own transaction. Takes the first
 * BULK_LIMIT orders, each once.
 */
export async function runBulkAction(
  ctx: OrdersContext,
  staff: StaffOfShop,
  action: BulkAction,
  { orderIds, shownAt }: ChosenOrders,
): Promise<BulkResult[]> {
  const { shopId } = staff;
  const ids = [...new Set(orderIds)].slice(0, BULK_LIMIT);
  const found: Candidate[] = await ctx.db.order.findMany({
    where: { shopId, id: { in: ids } },
    select: {
      id: true,
      name: true,
      shopifyGid: true,
      submissions: {
        where: { replacedAt: null },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        select: { id: true, state: true },
      },
    },
  });
  const results: BulkResult[] = [];
  const who = { ...staff, shownAt };
  const paused = action === "send_now" && (await isPaused(ctx, shopId));
  for (const orderId of ids) {
    const order = found.find(({ id }) => id === orderId);
    const skipReason = !order ? "not_found" : paused ? "paused" : await runOnOrder(ctx, who, action, order);
    results.push({ orderId, name: order?.name ?? null, skipReason, heldBy: null });
  }
  return action === "approve" || action === "send_now" ? addHolds(ctx, shopId, results) : results;
}

async function runOnOrder(
  ctx: OrdersContext,
  staff: StaffOfShop & Pick<ChosenOrders, "shownAt">,
  action: BulkAction,
  order: Candidate,
): Promise<SkipReason | null> {
  if (action === "refresh") return refresh(ctx, staff.shopId, order);
  if (action === "send_ignored") {
    const answer = await ORDER_ACTIONS.send_ignored(ctx, { ...staff, shopifyGid: order.shopifyGid });
    return answer === "done" ? null : "unchanged";
  }
  if (action === "exclude") {
    const answer = await excludeOrder(ctx, { ...staff, orderId: order.id });
    return answer === "done" ? null : "unchanged";
  }
  const answers = [];
  for (const { id } of order.submissions)
    answers.push(await ON_SUBMISSION[action](ctx, { ...staff, submissionId: id }));
  if (answers.includes("changed")) return "changed";
  if (answers.includes("done")) return null;
  if (action === "acknowledge" || action === "retry_fulfillment") return "unchanged";
  if (action === "pay_at_provider") return answers.includes("unchanged") ? "unchanged" : "invalid_state";
  const active = order.submissions.filter(({ state }) => state !== "cancelled");
  if (active.length === 0) return "nothing_to_send";
  if (active.some(({ state }) => state === "rejected")) return "invalid_state";
  return answers.includes("unchanged") ? "unchanged" : "already_sent";
}

const ON_SUBMISSION = {
  approve: approveInBulk,
  hold,
  send_now: sendNow,
  acknowledge,
  retry_fulfillment: retryFulfillment,
  pay_at_provider: payAtProvider,
};

/** Makes the submissions due for the sweep, which reads many orders with few requests. */
async function refresh(ctx: OrdersContext, shopId: ShopId, order: Candidate): Promise<SkipReason | null> {
  const { count } = await ctx.db.order.updateMany({
    where: { id: order.id, shopId },
    data: { dueAt: ctx.clock.now() },
  });
  if (count === 0) return "not_found";
  ctx.wake.order(order.id);
  const where = { orderId: order.id, shopId, state: { in: [...AT_PROVIDER_STATES] } };
  await ctx.db.submission.updateMany({ where, data: { checkedAt: null } });
  for (const { id, state } of order.submissions) {
    if (state === "uncertain") await lookUpNow(ctx, { shopId, submissionId: id });
  }
  return null;
}

/** Adds what still holds the orders: an approval clears only some holds. */
async function addHolds(ctx: OrdersContext, shopId: ShopId, results: BulkResult[]): Promise<BulkResult[]> {
  const performed = results.filter(({ skipReason }) => skipReason === null || skipReason === "unchanged");
  const open = await ctx.db.attention.findMany({
    where: { shopId, orderId: { in: performed.map(({ orderId }) => orderId) }, clearedAt: null },
    select: { orderId: true, code: true },
  });
  return results.map((result) => {
    const [heldBy] = open
      .filter(({ orderId }) => orderId === result.orderId)
      .map(({ code }) => code)
      .filter(isHold)
      .sort(byUrgency);
    return { ...result, heldBy: heldBy ?? null };
  });
}
