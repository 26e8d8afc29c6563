import { ATTENTION, codesOffering, isHold, type AttentionCode } from "../core/attention.ts";
import { byApproval, type ReasonAction } from "../core/attention-registry.ts";
import { UNSENT_STATES, UNSHIPPED_STATES, MUTABLE_STATES, type SubmissionState } from "../core/states.ts";
import type { ProviderWriteKind } from "../../../prisma/client/client.ts";
import type { Action } from "./actions.ts";

export interface ActionContext {
  state: SubmissionState;
  replaced: boolean;
  reprint: boolean;
  /** Its open reasons. */
  codes: readonly AttentionCode[];
  /** Some of its parcels are not in Shopify yet. */
  hasOpenParcels: boolean;
  /** The order is neither canceled nor erased. */
  orderActive: boolean;
  /** What its account can be told to do, and no person has asked for yet. */
  writes: readonly ProviderWriteKind[];
  /** A setting has its payment planned, which waits while sending is paused. */
  paymentPaused: boolean;
  /** Nothing of it is wanted any more. */
  unwanted: boolean;
}

/** Whether an action is accepted, and has an effect, in the present state. */
const IS_AVAILABLE: Readonly<Record<Action, (context: ActionContext) => boolean>> = {
  ...byApproval(
    (approval) =>
      ({ state, codes }: ActionContext) =>
        UNSENT_STATES.includes(state) && hasAny(codes, approval),
  ),
  hold: ({ state, codes, orderActive }) =>
    orderActive && UNSENT_STATES.includes(state) && !codes.includes("held_by_staff"),
  send_now: ({ state, codes }) => MUTABLE_STATES.includes(state) && !codes.some(isHold),
  replace: ({ state, replaced, reprint, orderActive }) =>
    UNSHIPPED_STATES.includes(state) && !replaced && !reprint && orderActive,
  withdraw_reprint: ({ state, reprint }) => reprint && MUTABLE_STATES.includes(state),
  acknowledge: ({ codes }) => hasAny(codes, "acknowledge"),
  retry_fulfillment: ({ hasOpenParcels }) => hasOpenParcels,
  pay_at_provider: ({ state, codes, replaced, unwanted, paymentPaused, writes }) =>
    writes.includes("pay") &&
    UNSHIPPED_STATES.includes(state) &&
    (paymentPaused || hasAny(codes, "pay_at_provider")) &&
    !replaced &&
    !unwanted,
  cancel_at_provider: ({ state, replaced, unwanted, writes }) =>
    writes.includes("cancel") && state === "submitted" && unwanted && !replaced,
  look_up: ({ state }) => state === "uncertain",
  confirm_received: ({ state }) => state === "uncertain",
  confirm_not_received: ({ state }) => state === "uncertain",
};

function hasAny(codes: readonly AttentionCode[], action: ReasonAction): boolean {
  const cleared = codesOffering(action);
  return codes.some((code) => cleared.includes(code));
}

/** Offered whatever reasons are open. */
const GENERAL_ACTIONS: readonly Action[] = ["pay_at_provider", "send_now", "hold", "withdraw_reprint", "replace"];

/** The actions to offer for one of the open reasons. */
export function actionsForReason(code: AttentionCode, context: ActionContext): Action[] {
  return (ATTENTION[code].actions ?? []).filter((action) => IS_AVAILABLE[action](context));
}

/** The actions to offer for a submission, besides those that its open reasons offer. */
export function availableActions(context: ActionContext): Action[] {
  const offered = new Set(context.codes.flatMap((code) => actionsForReason(code, context)));
  return GENERAL_ACTIONS.filter((action) => !offered.has(action) && IS_AVAILABLE[action](context));
}
