import type { Submission } from "@prisma/client";
import type { AttentionCode } from "../../core/attention.ts";
import { clear, raise } from "../../core/raise-attention.ts";
import type { OrdersContext, Tx } from "../../core/context.ts";
import { note } from "../../core/history.ts";
import { move } from "../../core/apply-transition.ts";
import { cancelOpen } from "../../receive/open-submission.ts";
import { forgiveAttempts, vainAttempts } from "../../core/failed-attempts.ts";

export type Absent = Submission & { order: { cancelledAt: Date | null } };

const idsOf = (row: Submission) => ({ shopId: row.shopId, orderId: row.orderId, submissionId: row.id });

/**
 * Proven absent: sent again, unless that was tried often enough, or the service said no. Then a person decides, who has the
 * service's words. Needs the order's lock. Returns whether it may be sent now.
 */
export async function concludeAbsent(tx: Tx, ctx: OrdersContext, row: Absent): Promise<boolean> {
  if (row.order.cancelledAt) return sendAgain(tx, ctx, row, "system");
  const last = await tx.attempt.findFirst({ where: { submissionId: row.id }, orderBy: { number: "desc" } });
  if (last?.outcome === "refused") {
    await giveUp(tx, ctx, row, "rejected", { attemptId: last.id, httpStatus: last.httpStatus });
    return false;
  }
  const attempts = await vainAttempts(tx, row);
  if (attempts < ctx.policy.mostAttempts) return sendAgain(tx, ctx, row, "system");
  await giveUp(tx, ctx, row, "attempts_exhausted", { attempts });
  return false;
}

/** uncertain → ready, on proof or on a person's word; nothing cancelled is ever sent again. Needs the order's lock. */
export async function sendAgain(tx: Tx, ctx: OrdersContext, row: Absent, actor: "system" | "person"): Promise<boolean> {
  await shownAbsent(tx, ctx, row, actor);
  if (row.order.cancelledAt) {
    await cancelOpen(tx, ctx, row, "order_cancelled");
    return false;
  }
  if (actor === "person") await forgiveAttempts(tx, row.id);
  const patch = { dueAt: ctx.clock.now(), claimToken: null, tries: 0 };
  return (await move(tx, ctx, row.id, "absent", { actor, patch })) !== null;
}

/** uncertain → rejected: the service does not have it, and does not take it. */
async function giveUp(
  tx: Tx,
  ctx: OrdersContext,
  row: Absent,
  code: AttentionCode,
  detail: Record<string, unknown>,
): Promise<void> {
  await shownAbsent(tx, ctx, row, "system");
  await move(tx, ctx, row.id, "refused", { patch: { dueAt: null, claimToken: null, tries: 0 } });
  await raise(tx, ctx, { ...idsOf(row), code, detail });
}

async function shownAbsent(tx: Tx, ctx: OrdersContext, row: Absent, actor: "system" | "person"): Promise<void> {
  await note(tx, ctx, { ...idsOf(row), code: "submission.shown_absent", actor });
  const what = { orderId: row.orderId, submissionId: row.id, codes: ["uncertain", "uncertain_decide"] as const };
  await clear(tx, ctx, what, actor === "person" ? "person" : "facts");
}
