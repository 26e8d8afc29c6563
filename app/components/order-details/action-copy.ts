import { ATTENTION, type AttentionCode } from "../../orders/core/attention.ts";
import type { Action } from "../../orders/actions/actions.ts";
import type { OrderAction } from "../../orders/core/attention-registry.ts";
import type { LineAction } from "../../orders/actions/exclude-line.ts";
import { formatMoney } from "../common/format.ts";

/** A button's text, what follows a click, and what a dialog asks before the click counts. */
export interface Confirmation {
  title: string;
  /** The consequence. */
  message: string;
  /** What the merchant has to confirm first; null: nothing. */
  checkboxLabel: string | null;
  buttonLabel: string;
  destructive: boolean;
}

const ACTION_LABELS: Readonly<Record<Action, string>> = {
  approve: "Approve",
  release: "Release order",
  approve_personalization: "Approve personalization",
  print_without_details: "Print without text",
  send_unpaid: "Send unpaid",
  print_test_order: "Print test order",
  ship_by_parcel: "Ship anyway",
  print_scheduled: "Print all items now",
  print_new_artwork: "Print new file",
  hold: "Put on hold",
  send_now: "Send now",
  replace: "Send replacement",
  withdraw_reprint: "Cancel reprint",
  acknowledge: "Mark as resolved",
  retry_fulfillment: "Retry",
  pay_at_provider: "Pay",
  cancel_at_provider: "Cancel at print service",
  look_up: "Check now",
  confirm_received: "Confirm received",
  confirm_not_received: "Not received, send again",
};

/** Of an order that something holds already: staff's hold stays when the others end. */
const KEEP_ON_HOLD = "Keep on hold";

/** The same where nothing else keeps the order from being sent at once. The other labels say anyway that the order is printed. */
const SENDING_LABELS: Partial<Record<Action, string>> = {
  approve: "Approve and send",
  release: "Release and send",
  approve_personalization: "Approve and send",
};

/**
 * The text of an action's button. `sends`: the action sends the order at once. `held`: something holds the order. `code`: the reason
 * beside the button, if any.
 */
export function actionLabel(
  action: Action,
  { sends, held }: { sends: boolean; held: boolean },
  code?: AttentionCode,
): string {
  if (action === "hold" && held) return KEEP_ON_HOLD;
  const { actions, actionLabel } = code ? ATTENTION[code] : {};
  const own = actions?.[0] === action && actionLabel;
  return own || (sends && SENDING_LABELS[action]) || ACTION_LABELS[action];
}

export const LINE_ACTION_LABELS: Readonly<Record<LineAction, string>> = {
  exclude_line: "Don't print this item",
  include_line: "Print this item",
  mark_not_printed: "Never print this variant",
};

export const ORDER_ACTION_LABELS: Readonly<Record<OrderAction, string>> = {
  print_fulfilled: "Print anyway",
  send_ignored: "Send anyway",
  save_address: "Save address again",
  resolve: "Mark as resolved",
};

/** What the dialog asks before an action on the whole order; null: nothing. */
export const ORDER_CONFIRMATIONS: Readonly<Record<OrderAction, Confirmation | null>> = {
  print_fulfilled: {
    title: "Print this order?",
    message:
      "All items in this order that are mapped are sent to print, although Shopify shows them as fulfilled, at the time that your settings say. The tracking number is added to the existing fulfillment.",
    checkboxLabel: null,
    buttonLabel: "Print anyway",
    destructive: false,
  },
  send_ignored: {
    title: "Send this order?",
    message:
      "The unfulfilled items in this order that are mapped are sent to print, although the order is older than your start date. They go at the time that your settings say.",
    checkboxLabel: "The order wasn't sent to print any other way.",
    buttonLabel: "Send anyway",
    destructive: false,
  },
  save_address: null,
  resolve: null,
};

/** Toasts; the extensions add a period. */
export const DONE_MESSAGES: Readonly<Record<Action | LineAction | OrderAction, string>> = {
  print_fulfilled: "Preparing order",
  send_ignored: "Preparing order",
  save_address: "Saving address in Shopify",
  resolve: "Marked as resolved",
  exclude_line: "Item excluded from print",
  include_line: "Item included in print",
  mark_not_printed: "Variant won't be printed",
  approve: "Order approved",
  release: "Order released",
  approve_personalization: "Personalization approved",
  print_without_details: "Printing without text",
  send_unpaid: "Sending without payment",
  print_test_order: "Test order approved",
  ship_by_parcel: "Shipping approved",
  print_scheduled: "Printing scheduled items",
  print_new_artwork: "Printing the new file",
  hold: "Order put on hold",
  send_now: "Sending order",
  replace: "Preparing replacement",
  withdraw_reprint: "Reprint canceled",
  acknowledge: "Marked as resolved",
  retry_fulfillment: "Retrying",
  pay_at_provider: "Paying for the order",
  cancel_at_provider: "Canceling at the print service",
  look_up: "Checking with the print service",
  confirm_received: "Marked as sent",
  confirm_not_received: "Sending again",
};

/** Actions that cannot be undone. */
const CONFIRMATIONS: Partial<Record<Action, Confirmation>> = {
  send_unpaid: {
    title: "Send this order unpaid?",
    message:
      "The order is printed without a payment from your customer. The print service charges you either way, and an order can't be canceled there.",
    checkboxLabel: null,
    buttonLabel: "Send unpaid",
    destructive: false,
  },
  print_test_order: {
    title: "Print this test order?",
    message: "The print service prints, ships, and charges for a test order like for any other.",
    checkboxLabel: null,
    buttonLabel: "Print test order",
    destructive: false,
  },
  ship_by_parcel: {
    title: "Ship this order?",
    message: "The print service ships to the order's address, although your customer chose pickup or local delivery.",
    checkboxLabel: null,
    buttonLabel: "Ship anyway",
    destructive: false,
  },
  print_scheduled: {
    title: "Print scheduled items now?",
    message:
      "The print service prints and ships all items now, also those that are due on a later date. Shopify takes their tracking once they are due.",
    checkboxLabel: null,
    buttonLabel: "Print now",
    destructive: false,
  },
  send_now: {
    title: "Send to print now?",
    message: "The order is sent immediately. After that, you can't change its items or address from here.",
    checkboxLabel: null,
    buttonLabel: "Send now",
    destructive: false,
  },
  replace: {
    title: "Send replacement?",
    message:
      "The items are sent to print again right away, unless sending is paused, using the current items and address in Shopify. If the print service prints the first order after all, you pay twice.",
    checkboxLabel: "The print service confirmed that the first order won't be printed.",
    buttonLabel: "Send replacement",
    destructive: true,
  },
  withdraw_reprint: {
    title: "Cancel this reprint?",
    message: "The reprint isn't sent to the print service. What was sent before stays as it is.",
    checkboxLabel: null,
    buttonLabel: "Cancel reprint",
    destructive: true,
  },
  pay_at_provider: {
    title: "Pay for this order?",
    message: "The print service charges your balance there, then prints the order.",
    checkboxLabel: null,
    buttonLabel: "Pay",
    destructive: false,
  },
  cancel_at_provider: {
    title: "Cancel at the print service?",
    message:
      "The whole print order is canceled there, if printing hasn't begun. A charge for it is up to the print service. Inkbridge doesn't send it again.",
    checkboxLabel: null,
    buttonLabel: "Cancel at print service",
    destructive: true,
  },
  acknowledge: {
    title: "Mark as resolved?",
    message: "This only dismisses the alert. Nothing is sent or canceled.",
    checkboxLabel: null,
    buttonLabel: "Mark as resolved",
    destructive: false,
  },
  confirm_received: {
    title: "Did the print service receive this order?",
    message:
      "Inkbridge marks the order as sent and won't send it again. If the print service doesn't have it, nothing is printed and your customer won't get it.",
    checkboxLabel: "I found the reference in the print service's list.",
    buttonLabel: "Mark as sent",
    destructive: false,
  },
  confirm_not_received: {
    title: "Send this order again?",
    message:
      "The items are sent to print again immediately, or once sending is resumed if you paused it. If the print service received the first order, they're printed twice and you pay twice.",
    checkboxLabel: "I searched the print service's list for the reference and didn't find it.",
    buttonLabel: "Send again",
    destructive: true,
  },
};

const approveSeveral = (sends: boolean): Confirmation => ({
  title: "Approve this order?",
  message: sends
    ? "Nothing else holds the order: approving all of its holds sends the order to print."
    : "The order is sent to print once nothing else holds it, at the time that your settings say.",
  checkboxLabel: null,
  buttonLabel: sends ? "Approve all and send" : "Approve all",
  destructive: false,
});

/**
 * The dialog before an action that resolves `reasonCount` open reasons; null where the action needs none. `sends`: the action sends the
 * order at once.
 */
export function confirmationFor(action: Action, reasonCount: number, sends: boolean): Confirmation | null {
  if (action === "approve" && reasonCount > 1) return approveSeveral(sends);
  return CONFIRMATIONS[action] ?? null;
}

/** The parts of the dialog around its confirmation. */
export const DIALOG = {
  reference: (reference: string) => `Print service reference: ${reference}`,
  resolves: "This resolves:",
};

/** What the dialog asks before an action on a line; null: nothing. */
export const LINE_CONFIRMATIONS: Readonly<Record<LineAction, Confirmation | null>> = {
  exclude_line: {
    title: "Don't print this item?",
    message:
      "Inkbridge sends the rest of the order without this item. If your customer paid for it, fulfill it another way or refund it in Shopify.",
    checkboxLabel: null,
    buttonLabel: "Don't print this item",
    destructive: true,
  },
  include_line: null,
  mark_not_printed: {
    title: "Never print this variant?",
    message:
      "This order and all future orders are sent without this variant. To print the variant again, change it under Products.",
    checkboxLabel: null,
    buttonLabel: "Never print this variant",
    destructive: true,
  },
};

/** The parts of a line's dialog around its confirmation. */
export const LINE_DIALOG = { quantity: (quantity: number) => `quantity ${quantity}` };

/** What the dialog says of the price of an order that is to be paid for. */
export const amountDueText = (due: { amount: string; currency: string } | null): string =>
  due
    ? `Amount: ${formatMoney(due.amount, due.currency)}, as quoted or billed so far.`
    : "The print service doesn't say what the order costs before it's paid.";

/** Warns before a replacement that would meet the same refusal. */
export const SAME_ADDRESS_WARNING =
  "The address in Shopify hasn't changed, so the replacement goes to the same address that the print service couldn't verify.";
