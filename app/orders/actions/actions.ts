import type { OrdersContext } from "../core/context.ts";
import { decideUncertain } from "../submit/lookup/decide-uncertain.ts";
import { lookUpNow } from "./look-up-now.ts";
import { acknowledge, approve, hold, replaceSubmission, retryParcels, sendNow, type Acted, type Whose } from "./submission-actions.ts";

/** Everything that a person may do with one submission. */
export const ACTS = {
  approve,
  hold,
  send_now: sendNow,
  replace: replaceSubmission,
  acknowledge,
  retry_fulfillment: retryParcels,
  /** Looks for it at the print service now. */
  look_up: lookUpNow,
  /** "I looked: it is at the print service." */
  is_there: (ctx: OrdersContext, whose: Whose) => decide(ctx, whose, true),
  /** "I looked: it is not there, send it again." */
  is_not_there: (ctx: OrdersContext, whose: Whose) => decide(ctx, whose, false),
} as const satisfies Record<string, (ctx: OrdersContext, whose: Whose) => Promise<Acted>>;

export type Act = keyof typeof ACTS;

async function decide(ctx: OrdersContext, whose: Whose, isThere: boolean): Promise<Acted> {
  const decided = await decideUncertain(ctx, { ...whose, isThere });
  return decided === "not_uncertain" ? "not_now" : decided;
}
