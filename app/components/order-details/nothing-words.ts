const LEFT_ALONE: Readonly<Record<string, string>> = {
  before_go_live: "It was placed before Inkbridge went live in this shop.",
  redacted: "The shop's data was erased before; what was known of this order then is not taken up again.",
};

/** That nothing of an order goes to print, and why. */
export function nothingWords(order: { leftAlone: string | null; cancelled: boolean }): { title: string; why: string } {
  const title = order.leftAlone ? "This order is left alone." : "Nothing of this order goes to print.";
  if (order.leftAlone) return { title, why: LEFT_ALONE[order.leftAlone] ?? "" };
  const why = order.cancelled
    ? "The order was cancelled in Shopify before anything was sent."
    : "None of its lines that are still to be fulfilled is printed by your print service; below is why.";
  return { title, why };
}
