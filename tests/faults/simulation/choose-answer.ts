import type { Action } from "../../../app/orders/actions/actions.ts";
import { USER, type ActionRequest } from "../environment/perform-action.ts";
import { draws } from "../schedule/random.ts";
import type { OpenQuestion } from "./open-questions.ts";
import { useNewFile } from "./use-new-file.ts";
import type { Simulation } from "./simulation.ts";

/** What staff does about an open question, by the seed alone; null: the order stays as it is. */
export function chooseAnswer(simulation: Simulation, question: OpenQuestion): ActionRequest | null {
  const { code, found } = question;
  const draw = draws(simulation.schedule.seed, `answer ${found.key} ${code}`);
  const submission = (action: Action) => onSubmission(question, action);
  switch (code) {
    case "uncertain_needs_decision":
      return submission(isAtProvider(simulation, question) ? "confirm_received" : "confirm_not_received");
    case "rejected":
      return submission("send_now");
    case "address_not_verified":
    case "status_problem":
      return simulation.stopped.has(question.reference ?? "") ? submission("replace") : null;
    case "fulfillment_rejected":
    case "tracking_unmatched":
      return submission("retry_fulfillment");
    case "held_by_staff":
      return submission("release");
    case "awaiting_approval":
    case "payment_approval":
    case "item_returned":
      return submission("approve");
    case "artwork_changed": {
      const answer = draw.pick(["this order", "all orders", "neither"] as const);
      return answer === "neither"
        ? null
        : answer === "all orders"
          ? useNewFile(question)
          : submission("print_new_artwork");
    }
    case "personalization_review":
      return submission("approve_personalization");
    case "payment_pending":
    case "payment_refunded":
      return draw.chance(0.5) ? submission("send_unpaid") : null;
    case "scheduled_in_shopify":
      return draw.chance(0.6) ? submission("print_scheduled") : null;
    case "test_order":
      return draw.chance(0.7) ? submission("print_test_order") : null;
    case "not_by_parcel":
      return draw.chance(0.6) ? submission("ship_by_parcel") : onLine(question, "exclude_line");
    case "details_unused":
      return draw.chance(0.6) ? submission("print_without_details") : onLine(question, "exclude_line");
    case "unmapped_line":
      return onLine(question, draw.chance(0.5) ? "mark_not_printed" : "exclude_line");
    case "custom_item_unmapped":
      return onLine(question, "exclude_line");
    case "change_outdated":
      return decideChange(question, draw.chance(0.5) ? "keep_change" : "withdraw_change");
    case "address_not_saved":
      return onOrder(question, draw.chance(0.7) ? "save_address" : "resolve");
    case "payment_due_at_provider":
      return found.shop.plan.payments.by === "a person" ? submission("pay_at_provider") : null;
    case "cancelled_after_sent":
      return found.shop.plan.cancels === "a person" ? submission("cancel_at_provider") : null;
    case "fulfilled_elsewhere":
      return onOrder(question, draw.chance(0.6) ? "print_fulfilled" : "resolve");
    default:
      return null;
  }
}

const isAtProvider = ({ environment }: Simulation, { reference }: OpenQuestion): boolean =>
  environment.printService.store.orders.some((one) => one.reference === reference);

function onSubmission({ shopId, submissionId, seen }: OpenQuestion, action: Action): ActionRequest | null {
  return submissionId && { of: "submission", action, ref: { shopId, submissionId, seen, userId: USER } };
}

function onLine({ shopId, lineId }: OpenQuestion, action: "exclude_line" | "mark_not_printed"): ActionRequest | null {
  return lineId && { of: "line", action, ref: { shopId, lineId, userId: USER } };
}

/** Without a line: what was changed of the whole order. */
function decideChange(question: OpenQuestion, action: "keep_change" | "withdraw_change"): ActionRequest {
  return { of: "outdated change", action, ref: orderRef(question), lineId: question.lineId };
}

function onOrder(question: OpenQuestion, action: "print_fulfilled" | "save_address" | "resolve"): ActionRequest {
  return { of: "order", action, ref: orderRef(question) };
}

const orderRef = ({ shopId, found }: OpenQuestion) => ({
  shopId,
  shopifyGid: `gid://shopify/Order/${found.order.id}` as const,
  userId: USER,
});
