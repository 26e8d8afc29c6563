import type { ActionResult } from "../orders/actions/submission-actions.ts";

/** The HTTP status that says what became of an action. */
export const ACTION_STATUS: Readonly<Record<ActionResult, number>> = {
  done: 200,
  unchanged: 200,
  not_found: 404,
  invalid_state: 409,
};
