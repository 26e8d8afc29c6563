import { DONE_MESSAGES } from "../components/order-details/action-copy.ts";
import { PAGE, refreshDoneMessage, refreshProblems } from "../components/order-details/copy.ts";
import type { ActionResult } from "../orders/actions/submission-actions.ts";
import type { Action } from "../orders/actions/actions.ts";
import type { RefreshResult } from "../orders/actions/refresh-order.ts";
import type { ActionResponse, OrderCard } from "./responses.ts";

type ActionOutcome = { action: Action; result: ActionResult } | ({ action: "refresh" } & RefreshResult);

const NOT_NOW = `${PAGE.conflict.title}. ${PAGE.conflict.text}`;

/** The result of an action in sentences, with the order after it. */
export function actionResponse(outcome: ActionOutcome, card: OrderCard): ActionResponse {
  if (outcome.action !== "refresh") {
    const { result, action } = outcome;
    if (result === "done") return { done: true, messages: [`${DONE_MESSAGES[action]}.`], card };
    if (result === "unchanged") return { done: true, messages: [`${PAGE.unchanged}.`], card };
    return { done: false, messages: [result === "not_found" ? PAGE.notFound : NOT_NOW], card };
  }
  if (outcome.result === "not_found") return { done: false, messages: [PAGE.notFound], card };
  const problems = refreshProblems(outcome.refreshed);
  if (problems.length > 0) return { done: false, messages: problems, card };
  return { done: true, messages: [`${refreshDoneMessage(outcome.refreshed)}.`], card };
}
