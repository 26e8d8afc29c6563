import type { ReprintReason } from "../../../prisma/client/client.ts";
import type { ReprintResult } from "../../orders/actions/reprint.ts";

export const REPRINT = {
  button: "Reprint items…",
  title: "Reprint items",
  intro: "Choose what to print and ship again. The order in Shopify doesn't change.",
  quantity: (title: string) => `Quantity of ${title}`,
  ofSent: (quantity: number) => `of ${quantity}`,
  badQuantity: (quantity: number) => `Enter a whole number from 0 to ${quantity}.`,
  reason: "Reason",
  chooseReason: "Select a reason",
  notShipped:
    "These items haven't shipped yet. If the print service won't print them, send a replacement instead of a reprint.",
  toNewAddress: "Reprint to the new address…",
  preview: "Preview reprint",
  send: "Send reprint",
  back: "Change items",
  previewTitle: "This is sent to the print service:",
  item: (sku: string, quantity: number) => `${sku} · Quantity ${quantity}`,
  note: (note: string) => `Note: ${note}`,
  shipTo: "Ship to",
  shippingMethod: "Shipping method",
  price: (total: string) => `The print service charges ${total} with standard shipping.`,
  approves: "Sending the reprint also approves:",
  waits: "The reprint waits until these are resolved:",
  blocked: "These items can't be reprinted yet:",
  earlier: {
    title: "Some of these items were reprinted before",
    text: (references: readonly string[]) =>
      `Reprint ${references.join(", ")}. Another one is printed and charged, too.`,
    checkbox: "Reprint these items again",
  },
  tracking: "The new tracking number is added to the fulfillment in Shopify.",
  done: "Reprint requested",
};

export const REASON_LABELS: Readonly<Record<ReprintReason, string>> = {
  damaged: "Arrived damaged",
  lost: "Lost in transit",
  misprint: "Misprinted",
  other: "Other",
};

/** Why a reprint was not previewed, or not sent. */
export const REFUSAL_MESSAGES: Readonly<Record<Exclude<ReprintResult["result"], "done">, string>> = {
  not_found:
    "Shopify doesn't show this order to Inkbridge. Orders older than 60 days need access to older orders in Settings.",
  invalid_state: "These items can't be reprinted: the order or the print order changed. Reload the page.",
  unavailable: "Shopify can't be reached. Try again in a moment.",
  changed: "The order changed. Check the new preview before you send the reprint.",
  again: "Someone reprinted some of these items in the meantime. Check the preview before you send another reprint.",
  blocked: "These items can't be reprinted until the reasons below are resolved.",
};
