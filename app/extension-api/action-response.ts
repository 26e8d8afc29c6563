import { DONE_MESSAGES } from "../components/order-details/act-words.ts";
import { refreshDoneMessage, refreshProblems } from "../components/order-details/refresh-words.ts";
import type { ActionResult } from "../orders/actions/submission-actions.ts";
import type { Action } from "../orders/actions/actions.ts";
import type { OrderRefresh } from "../orders/actions/refresh-order.ts";
import type { ActionResponse, OrderCard } from "./responses.ts";

type ActionOutcome =
  { action: Action; result: ActionResult } | { action: "refresh"; refreshed: OrderRefresh | "not_found" };

const NOT_FOUND = "This shop has no such order here.";
const NOT_NOW = "That is not possible any more: the order has moved on. This is how it stands now.";

/** What came of an act, in words, with the order as it is after it. */
export function actionResponse(outcome: ActionOutcome, card: OrderCard): ActionResponse {
  if (outcome.action !== "refresh") {
    const { result, action } = outcome;
    if (result === "done") return { done: true, messages: [`${DONE_MESSAGES[action]}.`], card };
    return { done: false, messages: [result === "not_found" ? NOT_FOUND : NOT_NOW], card };
  }
  if (outcome.refreshed === "not_found") return { done: false, messages: [NOT_FOUND], card };
  const problems = refreshProblems(outcome.refreshed);
  if (problems.length > 0) return { done: false, messages: problems, card };
  return { done: true, messages: [`${refreshDoneMessage(outcome.refreshed)}.`], card };
}
