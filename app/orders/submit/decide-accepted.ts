import type { CreatedOrder } from "../../ports/print-service.ts";
import { NOTICES, UNSENT_PROBLEMS } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import {
  clearReasons,
  moveSubmission,
  raiseReason,
  setColumns,
  submissionIn,
  type OrderRows,
} from "../core/order-rows.ts";
import { dueNow, NOT_DUE } from "../core/reschedule.ts";
import { restoreSentLines } from "../core/sent-content.ts";
import { alarmUnwanted } from "../provider-updates/mark-seen.ts";
import { sameSku, skuMeant } from "../provider-updates/match-lines.ts";
import type { Claim } from "./claim.ts";

/**
 * The service has the order (print-service: createOrder), also where this worker has lost its claim. The attempt has been ended on the
 * rows.
 */
export function decideAccepted(rows: OrderRows, ctx: OrdersContext, claim: Claim, created: CreatedOrder): void {
  const { submissionId: id, attemptId, claimToken } = claim;
  const before = submissionIn(rows, id);
  const columns = { submittedAt: ctx.clock.now(), providerUpdatedAt: created.updatedAt };
  // The run that holds the claim continues to followAccepted; without the claim, others may be at work on the submission.
  if (!moveSubmission(rows, ctx, id, "accepted", { ...columns, ...NOT_DUE }, { claimToken })) {
    moveSubmission(rows, ctx, id, "seen_at_provider", { ...columns, ...dueNow(ctx) });
    alarmUnwanted(rows, ctx, before, { event: "seen_at_provider", hasUpdate: false });
  }
  clearReasons(rows, ctx, { submissionId: id, codes: [...UNSENT_PROBLEMS, ...NOTICES] }, "facts");
  const attempt = rows.attempts.find((one) => one.id === attemptId);
  if (attempt) restoreSentLines(rows, ctx, before, attempt);
  recordItems(rows, ctx, claim, created);
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
