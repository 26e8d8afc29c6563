import type { IgnoredReason } from "@prisma/client";
const IGNORED_MESSAGES: Readonly<Record<IgnoredReason, string>> = {
  before_go_live: "It was placed before Inkbridge went live in this shop.",
  redacted: "The shop's data was erased before; what was known of this order then is not taken up again.",
};

/** That nothing of an order goes to print, and why. */
export function nothingToPrintCopy(order: { ignoredReason: IgnoredReason | null; cancelled: boolean }): {
  title: string;
  message: string;
} {
  const title = order.ignoredReason ? "This order is left alone." : "Nothing of this order goes to print.";
  if (order.ignoredReason) return { title, message: IGNORED_MESSAGES[order.ignoredReason] };
  const message = order.cancelled
    ? "The order was cancelled in Shopify before anything was sent."
    : "None of its lines that are still to be fulfilled is printed by your print service; below is why.";
  return { title, message };
}
