import { errorName, RejectedError, UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { CreatedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Claim } from "./claim.ts";
import { recordAccepted, recordNotProcessed, recordRejected, recordUncertain } from "./record-outcome.ts";

/** The only caller of create: after the commit of the claim. Returns whether the service has accepted the order. */
export async function send(ctx: OrdersContext, claim: Claim): Promise<boolean> {
  let created: CreatedOrder;
  try {
    created = await ctx.printService.forAccount(claim.printAccountId).create(claim.payload, claim.deadline);
  } catch (error) {
    ctx.log.warn({ submission: claim.submissionId, error: errorName(error) }, "create not accepted");
    await recordFailure(ctx, claim, error);
    return false;
  }
  await recordAccepted(ctx, claim, created);
  return true;
}

function recordFailure(ctx: OrdersContext, claim: Claim, error: unknown): Promise<void> {
  if (error instanceof RejectedError) return recordRejected(ctx, claim, error);
  if (error instanceof UnavailableError || error instanceof UnauthorizedError)
    return recordNotProcessed(ctx, claim, error);
  return recordUncertain(ctx, claim, error);
}
