import { ATTENTION, type AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { AT_SERVICE, type State } from "../core/transitions.ts";
import { byUrgency } from "../core/urgency.ts";
import { ACTS } from "./actions.ts";
import { lookUpNow } from "./look-up-now.ts";

/** What a person may do with several orders at once. `refresh`: Shopify and the print service are asked about them again. */
export const BULK_ACTS = ["approve", "hold", "send_now", "refresh"] as const;
export type BulkAct = (typeof BULK_ACTS)[number];

export const BULK_LIMIT = 100;

/** Why an order was left as it was. */
export type WhyNot = "not_found" | "nothing_to_send" | "sent_already" | "not_now";

export interface BulkResult {
  orderId: string;
  /** null when the shop has no such order. */
  name: string | null;
  /** null: done. */
  whyNot: WhyNot | null;
  /** Done, but this still holds it back. */
  heldBy: AttentionCode | null;
}

interface Candidate {
  id: string;
  name: string;
  submissions: { id: string; state: State }[];
}

/**
 * Does one thing with several orders of a shop, one after the other; each has its own answer and its own transaction.
 * Takes the first BULK_LIMIT orders; each once.
 */
export async function actOnOrders(
  ctx: OrdersContext,
  shopId: string,
  act: BulkAct,
  orderIds: readonly string[],
): Promise<BulkResult[]> {
  const ids = [...new Set(orderIds)].slice(0, BULK_LIMIT);
  const found: Candidate[] = await ctx.db.order.findMany({
    where: { shopId, id: { in: ids } },
    select: {
      id: true,
      name: true,
      submissions: { where: { replacedAt: null }, orderBy: { createdAt: "asc" }, select: { id: true, state: true } },
    },
  });
  const results: BulkResult[] = [];
  for (const orderId of ids) {
    const order = found.find(({ id }) => id === orderId);
    const whyNot = order ? await actOnOrder(ctx, shopId, act, order) : "not_found";
    results.push({ orderId, name: order?.name ?? null, whyNot, heldBy: null });
  }
  return act === "approve" || act === "send_now" ? withHolds(ctx, shopId, results) : results;
}

async function actOnOrder(ctx: OrdersContext, shopId: string, act: BulkAct, order: Candidate): Promise<WhyNot | null> {
  if (act === "refresh") return refresh(ctx, shopId, order);
  const answers = [];
  for (const { id } of order.submissions) answers.push(await ACTS[act](ctx, { shopId, submissionId: id }));
  if (answers.includes("done")) return null;
  const wanted = order.submissions.filter(({ state }) => state !== "cancelled");
  if (wanted.length === 0) return "nothing_to_send";
  return wanted.some(({ state }) => state === "rejected") ? "not_now" : "sent_already";
}

/** For many orders the sweep asks the print service, which takes far fewer questions; it comes by within a minute. */
async function refresh(ctx: OrdersContext, shopId: string, order: Candidate): Promise<WhyNot | null> {
  const { count } = await ctx.db.order.updateMany({
    where: { id: order.id, shopId },
    data: { dueAt: ctx.clock.now() },
  });
  if (count === 0) return "not_found";
  ctx.wake.order(order.id);
  const where = { orderId: order.id, shopId, state: { in: [...AT_SERVICE] } };
  await ctx.db.submission.updateMany({ where, data: { checkedAt: null } });
  for (const { id, state } of order.submissions) {
    if (state === "uncertain") await lookUpNow(ctx, { shopId, submissionId: id });
  }
  return null;
}

/** A person's word lifts only what waits for it: says what still holds the orders that it was given for. */
async function withHolds(ctx: OrdersContext, shopId: string, results: BulkResult[]): Promise<BulkResult[]> {
  const done = results.filter((result) => result.whyNot === null).map(({ orderId }) => orderId);
  const open = await ctx.db.attention.findMany({
    where: { shopId, orderId: { in: done }, clearedAt: null },
    select: { orderId: true, code: true },
  });
  return results.map((result) => {
    const [heldBy] = open
      .filter(({ orderId }) => orderId === result.orderId)
      .map(({ code }) => code as AttentionCode)
      .filter(stops)
      .sort(byUrgency);
    return { ...result, heldBy: heldBy ?? null };
  });
}

/** `not_sent_yet` only tells that it has been tried for a while. */
const stops = (code: AttentionCode): boolean => ATTENTION[code].phase === "hold" && code !== "not_sent_yet";
