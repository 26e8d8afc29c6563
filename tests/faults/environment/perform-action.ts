import { ACTIONS, type Action } from "../../../app/orders/actions/actions.ts";
import { LINE_ACTIONS, type LineAction, type LineRef } from "../../../app/orders/actions/exclude-line.ts";
import { ORDER_ACTIONS, type OrderRef } from "../../../app/orders/actions/order-actions.ts";
import type { ActionResult, SubmissionRef } from "../../../app/orders/actions/submission-actions.ts";
import type { OrderAction } from "../../../app/orders/core/attention-registry.ts";
import type { OrdersContext } from "../../../app/orders/core/context.ts";

/** What a person does on the page of an order. */
export type ActionRequest =
  | { of: "submission"; action: Action; ref: SubmissionRef }
  | { of: "order"; action: OrderAction; ref: OrderRef }
  | { of: "line"; action: LineAction; ref: LineRef };

/** "failed": the page shows an error, e.g. since the database is away. */
export type ActionOutcome = ActionResult | "failed";

export function performAction(ctx: OrdersContext, request: ActionRequest): Promise<ActionResult> {
  switch (request.of) {
    case "submission":
      return ACTIONS[request.action](ctx, request.ref);
    case "order":
      return ORDER_ACTIONS[request.action](ctx, request.ref);
    case "line":
      return LINE_ACTIONS[request.action](ctx, request.ref);
  }
}
