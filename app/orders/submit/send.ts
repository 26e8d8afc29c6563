import { errorName, RejectedError, UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { CreatedOrder } from "../../ports/print-service.ts";
import type { OrdersContext } from "../core/context.ts";
import type { Claim } from "./claim.ts";
import { recordAccepted, recordNotProcessed, recordRejected, recordUncertain } from "./record-outcome.ts";

/** The only caller of create: after the commit of the claim. */
export async function send(ctx: OrdersContext, claim: Claim): Promise<void> {
  let created: CreatedOrder;
  try {
    created = await ctx.printService.forAccount(claim.printAccountId).create(claim.payload, claim.deadline);
  } catch (error) {
    ctx.log.warn({ submission: claim.submissionId, error: errorName(error) }, "create not accepted");
    if (error instanceof RejectedError) return recordRejected(ctx, claim, error);
    if (error instanceof UnavailableError || error instanceof UnauthorizedError)
      return recordNotProcessed(ctx, claim, error);
    return recordUncertain(ctx, claim, error);
  }
  await recordAccepted(ctx, claim, created);
}
