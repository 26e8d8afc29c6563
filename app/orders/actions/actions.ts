import { z } from "zod";
import { submissionIdSchema } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { decideUncertain } from "../submit/lookup/conclude-absent.ts";
import { lookUpNow } from "./refresh-order.ts";
import {
  acknowledge,
  approvals,
  cancelAtProvider,
  hold,
  payAtProvider,
  replaceSubmission,
  retryFulfillment,
  sendNow,
  withdrawReprint,
  type SubmissionRef,
} from "./submission-actions.ts";
import type { ActionResult } from "../core/order-rows.ts";

/** Every action of staff on one submission. */
export const ACTIONS = {
  ...approvals,
  hold,
  send_now: sendNow,
  replace: replaceSubmission,
  withdraw_reprint: withdrawReprint,
  acknowledge,
  retry_fulfillment: retryFulfillment,
  pay_at_provider: payAtProvider,
  cancel_at_provider: cancelAtProvider,
  /** Looks it up at the print service now. */
  look_up: lookUpNow,
  /** "I found it at the print service." */
  confirm_received: (ctx: OrdersContext, ref: SubmissionRef) => decide(ctx, ref, true),
  /** "I did not find it there: send it again." */
  confirm_not_received: (ctx: OrdersContext, ref: SubmissionRef) => decide(ctx, ref, false),
} as const satisfies Record<string, (ctx: OrdersContext, ref: SubmissionRef) => Promise<ActionResult>>;

export type Action = keyof typeof ACTIONS;

/** A request for an action on one submission. `seen`: see `SubmissionRef`; pages from before an update send none. */
export const submissionActionSchema = z.object({
  action: z.enum(Object.keys(ACTIONS) as [Action, ...Action[]]),
  submissionId: submissionIdSchema,
  seen: z.array(z.string().max(500)).max(1_000).optional(),
});

async function decide(ctx: OrdersContext, ref: SubmissionRef, isThere: boolean): Promise<ActionResult> {
  const decision = await decideUncertain(ctx, { ...ref, received: isThere });
  return decision === "not_uncertain" || decision === "outdated" ? "invalid_state" : decision;
}
