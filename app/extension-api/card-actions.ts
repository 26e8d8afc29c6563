import { actionLabel, confirmationFor } from "../components/order-details/action-copy.ts";
import type { Action } from "../orders/actions/actions.ts";
import type { AttentionCode } from "../orders/core/attention.ts";
import type { OrderDetails } from "../orders/pages/details/order-details.ts";
import type { ReasonView } from "../orders/pages/details/reason-views.ts";
import { bannerButtons } from "../components/order-details/banner-buttons.ts";
import {
  isHeld,
  reasonsResolvedBy,
  sendsOnceResolved,
  type ReasonGroup,
} from "../components/order-details/reason-groups.ts";
import type { CardAction, CardConfirmation } from "./responses.ts";

/** Actions that send items to print again. */
const SENDS_AGAIN: readonly Action[] = ["replace", "confirm_not_received"];

interface OfferedAction {
  action: Action;
  submissionId: string;
  /** The reason that the action fixes; null where the submission itself offers the action. */
  code: AttentionCode | null;
}

/**
 * The available actions of an order, each once: first the next step of the most urgent reason, then those that fix a reason, then those that the current submission
 * allows anyway. `groups`: the most urgent first.
 */
export function cardActions(order: OrderDetails, groups: readonly ReasonGroup[]): CardAction[] {
  const reasons = groups.flatMap((group) => group.reasons);
  const primary = groups[0] && bannerButtons(groups[0], order.number).primary;
  const isPrimary = ({ action, submissionId }: OfferedAction) =>
    primary?.kind === "action" && primary.action === action && primary.submissionId === submissionId;
  const fixing = reasons.flatMap(({ code, actions, submissionId }) =>
    actions.map((action): OfferedAction => ({ action, submissionId: submissionId ?? "", code })),
  );
  const current = order.submissions.find(({ id }) => id === order.currentSubmissionId);
  const general = (current?.actions ?? []).map((action) => ({ action, submissionId: current?.id ?? "", code: null }));
  const all = [...fixing, ...general];
  const isSame = (a: OfferedAction, b: OfferedAction) => a.action === b.action && a.submissionId === b.submissionId;
  return all
    .filter((one, at) => at === all.findIndex((other) => isSame(one, other)))
    .map((offered) => ({
      action: offered.action,
      submissionId: offered.submissionId,
      seen: reasonsResolvedBy(reasons, offered).map(({ version }) => version),
      label: actionLabel(offered.action, standingOf(order, reasons, offered), offered.code ?? undefined),
      resolvesReason: offered.code !== null,
      primary: isPrimary(offered),
      confirmation: confirmationOf(order, reasons, offered),
    }))
    .sort((a, b) => Number(b.primary) - Number(a.primary));
}

const standingOf = ({ submissions }: OrderDetails, reasons: readonly ReasonView[], offered: OfferedAction) => ({
  sends: sendsOnceResolved({ reasons, submissions }, offered),
  held: isHeld(reasons, offered.submissionId),
});

function confirmationOf(
  order: OrderDetails,
  reasons: readonly ReasonView[],
  offered: OfferedAction,
): CardConfirmation | null {
  const { action, submissionId } = offered;
  const resolved = reasonsResolvedBy(reasons, offered);
  const confirmation = confirmationFor(action, resolved.length, standingOf(order, reasons, offered).sends);
  if (!confirmation) return null;
  const submission = order.submissions.find(({ id }) => id === submissionId);
  const { title, message, checkboxLabel, buttonLabel, destructive } = confirmation;
  return {
    title,
    message,
    reference: submission?.reference ?? "",
    resolvedReasons:
      resolved.length > 1 ? resolved.map(({ message, about }) => (about ? `${message} (${about})` : message)) : [],
    items: SENDS_AGAIN.includes(action) ? cardItems(submission) : [],
    checkboxLabel,
    buttonLabel,
    destructive,
  };
}

/** What a submission sends. */
export const cardItems = (submission: OrderDetails["submissions"][number] | undefined): CardConfirmation["items"] =>
  (submission?.items ?? []).map(({ title, itemSku, quantity }) => ({ title, itemSku, quantity }));
