import type { Attempt } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { AttemptId } from "../../ports/ids.ts";
import type { CreatedOrder } from "../../ports/print-service.ts";
import { transact } from "../core/append.ts";
import { NOTICES, UNSENT_PROBLEMS } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { lockAndLoad } from "../core/load-rows.ts";
import {
  clearReasons,
  copyRows,
  moveSubmission,
  raiseReason,
  setColumns,
  submissionIn,
  type OrderRows,
} from "../core/order-rows.ts";
import { dueNow, NOT_DUE } from "../core/reschedule.ts";
import { saveOrders, type DecidedOrder } from "../core/save-orders.ts";
import { restoreSentLines, type SentAttempt } from "../core/sent-content.ts";
import { sameSku, skuMeant } from "../provider-updates/match-lines.ts";
import type { Claim } from "./claim.ts";
import { wakeForLaterOrders } from "./lookup/wake-for-later-order.ts";

/** A claim whose order the service has made. */
export interface AcceptedClaim {
  claim: Claim;
  created: CreatedOrder;
}

/**
 * The service has these orders (print-service: createOrder), also where this worker has lost its claim: recorded in one transaction.
 * null: another transaction has locked this order (`skipLocked`).
 */
export async function recordAccepted(
  ctx: OrdersContext,
  accepted: readonly AcceptedClaim[],
  { skipLocked = false } = {},
): Promise<("recorded" | null)[]> {
  const recorded = await transact(ctx, async (tx) => {
    const orderIds = accepted.map(({ claim }) => claim.orderId);
    const loaded = await lockAndLoad(tx, orderIds, { skipLocked });
    const byOrder = new Map(loaded.map((rows) => [rows.order.id, rows]));
    const locked = accepted.filter(({ claim }) => byOrder.has(claim.orderId));
    const attempts = await endAccepted(tx, ctx, locked);
    const decided = locked.map(({ claim, created }): DecidedOrder => {
      const [before, attempt] = [byOrder.get(claim.orderId), attempts.get(claim.attemptId)];
      if (!before || !attempt) throw new Error("the submission was deleted meanwhile");
      const after = copyRows(before);
      decideAccepted(after, ctx, { claim, created, attempt });
      return { before, after };
    });
    await saveOrders(tx, decided);
    return new Set(locked);
  });
  await wakeForLaterOrders(
    ctx,
    [...recorded].map(({ claim }) => claim.submissionId),
  );
  return accepted.map((one) => (recorded.has(one) ? "recorded" : null));
}

function decideAccepted(
  rows: OrderRows,
  ctx: OrdersContext,
  { claim, created, attempt }: AcceptedClaim & { attempt: SentAttempt },
): void {
  const { submissionId: id, claimToken } = claim;
  const before = submissionIn(rows, id);
  const columns = { submittedAt: ctx.clock.now(), providerUpdatedAt: created.updatedAt };
  // The run that holds the claim continues to followAccepted; without the claim, others may be at work on the submission.
  if (!moveSubmission(rows, ctx, id, "accepted", { ...columns, ...NOT_DUE }, claimToken))
    moveSubmission(rows, ctx, id, "seen_at_provider", { ...columns, ...dueNow(ctx) });
  clearReasons(rows, ctx, { submissionId: id, codes: [...UNSENT_PROBLEMS, ...NOTICES] }, "facts");
  restoreSentLines(rows, ctx, before, attempt);
  recordItems(rows, ctx, claim, created);
}

type AttemptRow = SentAttempt & Pick<Attempt, "id">;

/** Ends the attempts of claims that were accepted. */
async function endAccepted(
  tx: Tx,
  ctx: OrdersContext,
  accepted: readonly AcceptedClaim[],
): Promise<Map<AttemptId, SentAttempt>> {
  const ids = accepted.map(({ claim }) => claim.attemptId);
  const rows = await tx.$queryRaw<AttemptRow[]>`
    UPDATE "Attempt" SET "outcome" = 'accepted', "httpStatus" = 200, "messageEncrypted" = NULL, "endedAt" = ${ctx.clock.now()}
    WHERE "id" = ANY(${ids}::uuid[]) RETURNING "id", "number", "payloadHash", "lines"`;
  return new Map(rows.map(({ id, ...attempt }) => [id, attempt]));
}

/** Stores the service's item ids, and compares the accepted items with the sent ones (print-service: createOrder). */
function recordItems(rows: OrderRows, ctx: OrdersContext, claim: Claim, created: CreatedOrder): void {
  const { shopId, orderId, submissionId } = claim;
  const skus = claim.lines.map(({ itemSku }) => itemSku);
  const unmatched = created.items.map((item) => ({ ...item, skuMeant: skuMeant(skus, item.itemSku) }));
  const missing: string[] = [];
  const stored = [...submissionIn(rows, submissionId).lines];
  for (const line of claim.lines) {
    const at = unmatched.findIndex((item) => sameSku(item.skuMeant, line.itemSku) && item.quantity === line.quantity);
    const item = at < 0 ? undefined : unmatched.splice(at, 1)[0];
    if (!item) missing.push(line.itemSku);
    const known = stored.find(({ orderLineId }) => orderLineId === line.orderLineId);
    if (known && item?.serviceItemId) setColumns(stored, known.id, { serviceItemId: item.serviceItemId });
  }
  setColumns(rows.submissions, submissionId, { lines: stored });
  if (missing.length === 0 && unmatched.length === 0) return;
  const detail = { notInResponse: missing, notSent: unmatched.map((item) => item.itemSku) };
  raiseReason(rows, ctx, { shopId, orderId, submissionId, code: "items_differ", detail });
}
