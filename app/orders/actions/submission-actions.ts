import type { Submission } from "@prisma/client";
import { ATTENTION, isHold, REFUSALS, type AttentionCode } from "../core/attention.ts";
import { clear, raise } from "../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../core/context.ts";
import { makeDue } from "../fulfil/reschedule-now.ts";
import { retryParcel } from "../fulfil/retry-parcel.ts";
import { lockOrder } from "../core/lock.ts";
import { move } from "../core/apply-transition.ts";
import { forgiveAttempts } from "../core/failed-attempts.ts";
import { OPEN_STATES, SENT_STATES, STATES, type State } from "../core/transitions.ts";

export type Acted = "done" | "not_found" | "not_now";

export interface Whose {
  shopId: string;
  submissionId: string;
}

/** Holds that a person's word lifts. */
export const LIFTED_BY_APPROVAL: readonly AttentionCode[] = (Object.keys(ATTENTION) as AttentionCode[]).filter(
  (code) => isHold(code) && ATTENTION[code].clears !== "facts",
);

/** A person has looked and wants it sent: lifts every hold that waits for a person's word. The others stay. */
export async function approve(ctx: OrdersContext, whose: Whose): Promise<Acted> {
  return act(ctx, whose, ["draft", "waiting", "ready"], async (tx, row) => {
    await clear(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes: LIFTED_BY_APPROVAL }, "person");
    await goOn(tx, ctx, row);
  });
}

/** A person stops a submission that is not sent yet. */
export async function hold(ctx: OrdersContext, whose: Whose): Promise<Acted> {
  return act(ctx, whose, ["draft", "waiting", "ready"], async (tx, row) => {
    await raise(tx, ctx, { shopId: row.shopId, orderId: row.orderId, submissionId: row.id, code: "held_by_person" });
    await move(tx, ctx, row.id, "wait", { actor: "person", patch: { dueAt: null } });
  });
}

/** Sends now: past the edit window, and again after a refusal. Holds stay in force. */
export async function sendNow(ctx: OrdersContext, whose: Whose): Promise<Acted> {
  return act(ctx, whose, OPEN_STATES, async (tx, row) => {
    await clear(
      tx,
      ctx,
      { orderId: row.orderId, submissionId: row.id, codes: [...REFUSALS, "not_sent_yet"] },
      "person",
    );
    await tx.submission.update({ where: { id: row.id }, data: { windowWaived: true } });
    await forgiveAttempts(tx, row.id);
    await goOn(tx, ctx, row);
  });
}

/**
 * A person says that a submission at the service will not be printed: it no longer counts, and its goods are sent anew as a
 * `replacement` with what Shopify says now. Any sign of life of the replaced one is an alarm from here on.
 */
export async function replaceSubmission(ctx: OrdersContext, whose: Whose): Promise<Acted> {
  return act(ctx, whose, ["submitted", "in_production"], async (tx, row) => {
    if (row.replacedAt) return;
    await tx.submission.update({
      where: { id: row.id },
      data: { replacedAt: ctx.clock.now(), dueAt: ctx.clock.now(), version: { increment: 1 } },
    });
    const codes: AttentionCode[] = [
      "address_not_verified",
      "address_changed_after_sent",
      "status_problem",
      "items_differ",
      "missing_at_service",
      "not_shipped_yet",
      "found_unmatched",
    ];
    await clear(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes }, "person");
    await askShopify(tx, ctx, row.orderId);
  });
}

/** Problems that are seen to outside. */
export const ANSWERED_BY_LOOKING: readonly AttentionCode[] = [
  "address_not_verified",
  "address_changed_after_sent",
  "cancelled_after_sent",
  "reduced_after_sent",
  "status_problem",
  "status_unmatched",
  "items_differ",
  "missing_at_service",
  "not_shipped_yet",
  "tracking_unplaced",
  "fulfillment_refused",
  "alive_after_replaced",
  "alive_after_cancelled",
  "found_unmatched",
];

/** A person has seen to a submission's problems outside (asked the print service, added the tracking by hand): they are answered. */
export async function acknowledge(ctx: OrdersContext, whose: Whose): Promise<Acted> {
  return act(ctx, whose, STATES, async (tx, row) => {
    const codes = ANSWERED_BY_LOOKING;
    const answered = await clear(tx, ctx, { orderId: row.orderId, submissionId: row.id, codes }, "person");
    if (answered > 0 && SENT_STATES.includes(row.state)) await makeDue(tx, ctx, row.id);
  });
}

/** What was in the way in Shopify is mended: the parcels of a submission that are stuck are tried again at once. */
export async function retryParcels(ctx: OrdersContext, whose: Whose): Promise<Acted> {
  const stuck = await ctx.db.parcel.findMany({
    where: { submissionId: whose.submissionId, shopId: whose.shopId, state: { in: ["stuck", "waiting"] } },
    select: { id: true },
  });
  let retried = 0;
  for (const { id } of stuck) {
    if ((await retryParcel(ctx, { shopId: whose.shopId, parcelId: id })) === "retried") retried += 1;
  }
  return retried > 0 ? "done" : "not_now";
}

async function act(
  ctx: OrdersContext,
  whose: Whose,
  states: readonly State[],
  work: (tx: Tx, row: Submission) => Promise<void>,
): Promise<Acted> {
  const found = await ctx.db.submission.findFirst({
    where: { id: whose.submissionId, shopId: whose.shopId },
    select: { orderId: true },
  });
  if (!found) return "not_found";
  const acted = await ctx.db.$transaction(async (tx): Promise<Acted> => {
    await lockOrder(tx, found.orderId);
    const row = await tx.submission.findUniqueOrThrow({ where: { id: whose.submissionId } });
    if (!states.includes(row.state)) return "not_now";
    await work(tx, row);
    return "done";
  });
  if (acted === "done") {
    ctx.wake.order(found.orderId);
    ctx.wake.submission(whose.submissionId);
  }
  return acted;
}

/** Waiting and due: the next step reads the order again and finds out whether anything else holds it. */
async function goOn(tx: Tx, ctx: OrdersContext, row: Submission): Promise<void> {
  await move(tx, ctx, row.id, "wait", { actor: "person", patch: { dueAt: ctx.clock.now(), tries: 0 } });
}

async function askShopify(tx: Tx, ctx: OrdersContext, orderId: string): Promise<void> {
  await tx.order.update({ where: { id: orderId }, data: { dueAt: ctx.clock.now() } });
}
