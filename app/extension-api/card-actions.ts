import { actionLabel, confirmationFor } from "../components/order-details/act-words.ts";
import type { Action } from "../orders/actions/actions.ts";
import type { OfferedAction, OrderSummary } from "../orders/pages/details/order-summary.ts";
import type { CardAction, CardConfirmation } from "./responses.ts";

/** Acts that send goods to print again. */
const SENDS_AGAIN: readonly Action[] = ["replace", "confirm_not_received"];

/** What a person may do with the order, with what is asked before. */
export function cardActions(summary: OrderSummary): CardAction[] {
  return summary.actions.map((offered) => ({
    action: offered.action,
    submissionId: offered.submissionId,
    label: actionLabel(offered.action, offered.code ?? undefined),
    resolvesReason: offered.code !== null,
    confirmation: confirmationOf(summary, offered),
  }));
}

function confirmationOf(
  summary: OrderSummary,
  { action, submissionId, reference, resolves: reasonCount }: OfferedAction,
): CardConfirmation | null {
  const confirmation = confirmationFor(action, reasonCount);
  if (!confirmation) return null;
  const { title, message, checkboxLabel, buttonLabel, destructive } = confirmation;
  const resolved = summary.reasons.filter((one) => one.submissionId === submissionId && one.actions.includes(action));
  return {
    title,
    message,
    reference,
    resolvedReasons:
      resolved.length > 1 ? resolved.map(({ message, about }) => (about ? `${message} (${about})` : message)) : [],
    items: SENDS_AGAIN.includes(action) ? (summary.items[submissionId] ?? []) : [],
    checkboxLabel,
    buttonLabel,
    destructive,
  };
}
