import { errorName, failedConnectionOf, isNotProcessed, RejectedError } from "../../ports/errors.ts";
import type { CreatedOrder, PrintAccountCalls } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Claim } from "./claim.ts";
import { recordAccepted, type AcceptedClaim } from "./record-accepted.ts";
import { recordNotProcessed, recordRejected, recordUncertain } from "./record-outcome.ts";

export type CreateAnswer = { created: CreatedOrder } | { error: unknown };

/** The only caller of the service's create: after the commit of the claim. */
export async function create(
  ctx: OrdersContext,
  claim: Claim,
  calls: PrintAccountCalls = ctx.printService.forAccount(claim.printAccountId),
): Promise<CreateAnswer> {
  try {
    return { created: await calls.create(claim.payload, claim.deadline) };
  } catch (error) {
    const connectionFailure = failedConnectionOf(error);
    const fields = { submission: claim.submissionId, error: errorName(error), connectionFailure };
    ctx.log.warn(fields, "create not accepted");
    return { error };
  }
}

/** Returns whether the service has accepted the order. `accept` records that. */
export async function recordAnswer(
  ctx: OrdersContext,
  claim: Claim,
  answer: CreateAnswer,
  accept: (accepted: AcceptedClaim) => Promise<unknown> = (accepted) => recordAccepted(ctx, [accepted]),
): Promise<boolean> {
  if ("created" in answer) await accept({ claim, created: answer.created });
  else await recordFailure(ctx, claim, answer.error);
  return "created" in answer;
}

function recordFailure(ctx: OrdersContext, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof RejectedError) return recordRejected(ctx, claim, error);
  return isNotProcessed(error) ? recordNotProcessed(ctx, claim, error) : recordUncertain(ctx, claim, error);
}
