import type { OrderRow } from "./read-order-row.ts";

/** What a subject of a reason or of a line of history stands for, in words; null for the whole. */
export type NameOf = (subject: string) => string | null;

/** Subjects are lines (Shopify's id), parcels (ours) or SKUs of the print service. */
export function namesIn(order: OrderRow): NameOf {
  const names = new Map<string, string>();
  for (const line of order.lines) names.set(line.shopifyGid, lineTitle(line));
  for (const { parcels } of order.submissions) for (const one of parcels) names.set(one.id, one.trackingNumber);
  return (subject) => (subject === "" ? null : (names.get(subject) ?? subject));
}

/** e.g. `Tee, Black / M`. */
export function lineTitle(line: { title: string; variantTitle: string | null }): string {
  return line.variantTitle ? `${line.title}, ${line.variantTitle}` : line.title;
}
