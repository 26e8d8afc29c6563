import type { ProviderWrite, ProviderWriteOutcome } from "../../../prisma/client/client.ts";
import { DAY_MS } from "../../ports/clock.ts";
import type { OrderLineId } from "../../ports/ids.ts";
import type { SyncedItem, SyncedOrder } from "../../ports/print-service.ts";
import type { Policy } from "../core/policy.ts";
import { isReprint } from "../core/reprints.ts";
import type { SubmissionWithLines } from "../core/submission-row.ts";
import { ENDING, isBegun, isUnpaid, statusMeaning } from "../provider-updates/status-meaning.ts";

/** What follows for a write from what the service shows of its order. `atLeastMs`: no read sooner. */
type WriteStep = { do: "call" } | { do: "wait"; atLeastMs: number } | { do: "settle"; outcome: ProviderWriteOutcome };

type Called = Pick<ProviderWrite, "kind" | "calls" | "calledAt" | "callOutcome" | "createdAt">;
type WritePolicy = Pick<Policy, "providerLagMs" | "resendAfterMs" | "askStaffAfterMs" | "maxAttempts">;

/** A service that takes a cancellation as a request may answer it in days. Until then staff sees that the order is not canceled. */
const CANCELLATION_FOLLOWED_MS = 14 * DAY_MS;

/**
 * The service's word about an order decides, and never the answer to a call alone. An unclear call is repeated only once a read some time
 * after it shows that it had no effect, and a few times at most. `shown` null: the service does not show the order, which proves nothing.
 */
export function decideWrite(
  write: Called,
  shown: SyncedOrder | null,
  { now, policy }: { now: Date; policy: WritePolicy },
): WriteStep {
  const sinceMs = now.getTime() - (write.calledAt ?? write.createdAt).getTime();
  return (write.kind === "pay" ? decidePayment : decideCancellation)(write, shown, sinceMs, policy);
}

const CALL: WriteStep = { do: "call" };
const WAIT: WriteStep = { do: "wait", atLeastMs: 0 };
const settle = (outcome: ProviderWriteOutcome): WriteStep => ({ do: "settle", outcome });
const until = (ms: number, sinceMs: number): WriteStep => ({ do: "wait", atLeastMs: Math.max(0, ms - sinceMs) });

function decidePayment(write: Called, shown: SyncedOrder | null, sinceMs: number, policy: WritePolicy): WriteStep {
  const payment = shown ? paymentOf(shown.items) : "unknown";
  if (payment === "paid") return settle("done");
  if (payment === "ended") return settle("obsolete");
  const { callOutcome } = write;
  // The service took the payment, and shows no payment status at all.
  if (callOutcome === "accepted" && shown && payment === "unknown") return settle("done");
  if (callOutcome === "accepted" || payment === "unknown")
    return sinceMs >= policy.askStaffAfterMs ? settle("unclear") : WAIT;
  // The refusal is clear; an earlier call may have been taken.
  if (callOutcome === "rejected") return settle(write.calls > 0 ? "unclear" : "refused");
  if (callOutcome === null) return CALL;
  if (callOutcome === "not_processed")
    return sinceMs >= policy.resendAfterMs ? CALL : until(policy.resendAfterMs, sinceMs);
  if (sinceMs < policy.providerLagMs) return WAIT;
  return write.calls < policy.maxAttempts ? CALL : settle("unclear");
}

function decideCancellation(write: Called, shown: SyncedOrder | null, sinceMs: number, policy: WritePolicy): WriteStep {
  const cancellation = shown ? cancellationOf(shown.items) : "unknown";
  if (cancellation === "canceled") return settle("done");
  if (cancellation === "too_late") return settle("too_late");
  const { callOutcome } = write;
  const isUnderWay = cancellation === "requested" || callOutcome === "accepted";
  if (isUnderWay || cancellation === "unknown") {
    const followedMs = isUnderWay ? CANCELLATION_FOLLOWED_MS : policy.askStaffAfterMs;
    return sinceMs >= followedMs ? settle("unclear") : WAIT;
  }
  if (callOutcome === "rejected") return settle("refused");
  if (callOutcome === null) return CALL;
  if (sinceMs < policy.resendAfterMs) return until(policy.resendAfterMs, sinceMs);
  // A cancellation may be asked for twice: the second finds the order canceled.
  if (callOutcome === "not_processed" || write.calls < policy.maxAttempts) return CALL;
  return sinceMs >= policy.askStaffAfterMs ? settle("unclear") : WAIT;
}

type Items = readonly Pick<SyncedItem, "orderStatus" | "paymentStatus">[];

/** `ended`: the service prints nothing of it. `unknown`: it shows nothing that tells. */
function paymentOf(items: Items): "paid" | "unpaid" | "ended" | "unknown" {
  const wanted = items.filter(({ orderStatus }) => !ENDING.includes(statusMeaning(orderStatus)));
  if (items.length > 0 && wanted.length === 0) return "ended";
  if (wanted.some(isUnpaid)) return "unpaid";
  const isPaid = ({ orderStatus, paymentStatus }: Items[number]): boolean =>
    isBegun(orderStatus) || paymentStatus !== null;
  return wanted.length > 0 && wanted.every(isPaid) ? "paid" : "unknown";
}

/** `requested`: the service has the request, and has not decided. `waiting`: it prints nothing yet, and would. */
function cancellationOf(items: Items): "canceled" | "requested" | "too_late" | "waiting" | "unknown" {
  if (items.length === 0) return "unknown";
  const meanings = items.map(({ orderStatus }) => statusMeaning(orderStatus));
  if (meanings.every((meaning) => meaning === "ended")) return "canceled";
  if (items.some(({ orderStatus }) => isBegun(orderStatus))) return "too_late";
  return meanings.every((meaning) => ENDING.includes(meaning)) ? "requested" : "waiting";
}

/** Nothing of a submission is wanted any more: its order was canceled in Shopify, or none of its items is left there. */
export const isUnwanted = (
  { cancelledAt }: { cancelledAt: Date | null },
  lines: readonly { id: OrderLineId; quantity: number }[],
  submission: Pick<SubmissionWithLines, "kind"> & { lines: readonly { orderLineId: OrderLineId }[] },
): boolean =>
  cancelledAt !== null ||
  (!isReprint(submission) &&
    submission.lines.every(({ orderLineId }) => !lines.some(({ id, quantity }) => id === orderLineId && quantity > 0)));
