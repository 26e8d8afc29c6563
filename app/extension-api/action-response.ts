import { DONE_WORDS } from "../components/order-details/act-words.ts";
import { refreshDone, refreshTroubles } from "../components/order-details/refresh-words.ts";
import type { Acted } from "../orders/actions/submission-actions.ts";
import type { Act } from "../orders/actions/actions.ts";
import type { Refreshed } from "../orders/actions/refresh-order.ts";
import type { ActAnswer, OrderCard } from "./responses.ts";

type Outcome = { act: Act; acted: Acted } | { act: "refresh"; refreshed: Refreshed | "not_found" };

const NOT_FOUND = "This shop has no such order here.";
const NOT_NOW = "That is not possible any more: the order has moved on. This is how it stands now.";

/** What came of an act, in words, with the order as it is after it. */
export function actAnswer(outcome: Outcome, card: OrderCard): ActAnswer {
  if (outcome.act !== "refresh") {
    const { acted, act } = outcome;
    if (acted === "done") return { done: true, says: [`${DONE_WORDS[act]}.`], card };
    return { done: false, says: [acted === "not_found" ? NOT_FOUND : NOT_NOW], card };
  }
  if (outcome.refreshed === "not_found") return { done: false, says: [NOT_FOUND], card };
  const troubles = refreshTroubles(outcome.refreshed);
  if (troubles.length > 0) return { done: false, says: troubles, card };
  return { done: true, says: [`${refreshDone(outcome.refreshed)}.`], card };
}
