import type { Bought, Facts, Fulfilment, Made, SubmissionRow } from "../facts/facts.ts";

export type Fate =
  | "fulfilled"
  | "held"
  /** Sent, and the printer does not go on with it: the order's page shows what the service says of it. */
  | "at the printer"
  | "cancelled"
  | "left alone"
  | "not ours"
  /** Wanted, not printed, and nobody is told why. */
  | "lost"
  /** Printed, and neither fulfilled nor is anybody told why. */
  | "unexplained";

export interface Account {
  key: string;
  fate: Fate;
  /** At the print service, by units: `more` is more than was ever wanted. */
  printed: "never" | "once" | "more";
  fulfilledTwice: boolean;
  /** Codes of open reasons for attention. */
  open: string[];
  why: string;
}

/** What became of each order, from what both other systems have, and what our pages would tell a person. */
export function accountFor(facts: Facts): Account[] {
  const index = indexed(facts);
  return facts.bought.map((order) => accountOf(order, index));
}

interface Index {
  made: Map<string, Made[]>;
  byReference: Map<string, SubmissionRow>;
  orders: Map<string, Facts["orders"][number]>;
}

function indexed(facts: Facts): Index {
  const made = new Map<string, Made[]>();
  for (const one of facts.made) if (one.for) made.set(one.for, [...(made.get(one.for) ?? []), one]);
  return {
    made,
    byReference: new Map(facts.submissions.map((row) => [row.reference, row])),
    orders: new Map(facts.orders.map((row) => [`${row.shop} ${row.gid}`, row])),
  };
}

function accountOf(order: Bought, index: Index): Account {
  const all = index.made.get(order.key) ?? [];
  // What a person had replaced is not printed: the print service told that person so.
  const live = all.filter((one) => !index.byReference.get(one.reference)?.replaced);
  const row = index.orders.get(`${order.shop} ${order.gid}`);
  const open = row?.open ?? [];
  const units = unitsBySku(live.flatMap((one) => one.items));
  const tooMany = [...units].filter(([sku, count]) => count > wanted(order, sku, "most"));
  const repeated = all.filter((one, at) => all.findIndex((other) => other.reference === one.reference) !== at);
  const more = tooMany.length > 0 || repeated.length > 0;
  const { fate, why } = fateOf(order, {
    live,
    units,
    open,
    leftAlone: row?.leftAlone ?? null,
    known: row !== undefined,
  });
  return {
    key: order.key,
    fate,
    printed: more ? "more" : live.length > 0 ? "once" : "never",
    fulfilledTwice: twiceFulfilled(order, units),
    open,
    why: [
      why,
      ...tooMany.map(([sku, count]) => `${count} of ${sku} made, ${wanted(order, sku, "most")} wanted at most`),
      ...repeated.map((one) => `${one.reference} made more than once`),
    ]
      .filter((part) => part !== "")
      .join("; "),
  };
}

interface Seen {
  live: readonly Made[];
  units: ReadonlyMap<string, number>;
  open: readonly string[];
  leftAlone: string | null;
  known: boolean;
}

function fateOf(order: Bought, seen: Seen): { fate: Fate; why: string } {
  const ours = order.lines.filter((line) => line.itemSku !== null);
  const skus = [...new Set(ours.map((line) => line.itemSku ?? ""))];
  const missing = skus.filter((sku) => (seen.units.get(sku) ?? 0) < wanted(order, sku, "unfulfilled"));
  const unplaced = seen.live.flatMap((one) => one.numbers).filter((number) => !stands(order, number));
  if (ours.length === 0) return { fate: "not ours", why: "" };
  if (order.appGone) return { fate: "left alone", why: "the merchant has left" };
  if (seen.open.length > 0) return { fate: "held", why: "" };
  if (seen.leftAlone) return { fate: "left alone", why: seen.leftAlone };
  if (!seen.known && order.beforeReturn) return { fate: "left alone", why: "before the app came back" };
  if (unplaced.length > 0) return { fate: "unexplained", why: `parcels ${unplaced.join()} stand nowhere in Shopify` };
  const untouched = seen.live.length === 0;
  if (order.cancelled && untouched) return { fate: "cancelled", why: "" };
  if (ours.every((line) => line.unfulfilled === 0)) {
    return { fate: ours.every((line) => line.now === 0) ? "cancelled" : "fulfilled", why: "" };
  }
  if (missing.length === 0 && seen.live.some((one) => one.stopped)) return { fate: "at the printer", why: "" };
  if (missing.length > 0)
    return { fate: "lost", why: `${missing.join()} not made${seen.known ? "" : ", order unknown"}` };
  return { fate: "unexplained", why: "at the print service, not fulfilled, and nobody is told" };
}

function wanted(order: Bought, sku: string, of: "most" | "unfulfilled"): number {
  return order.lines.filter((line) => line.itemSku === sku).reduce((sum, line) => sum + line[of], 0);
}

function unitsBySku(items: readonly { itemSku: string; quantity: number }[]): Map<string, number> {
  const units = new Map<string, number>();
  for (const { itemSku, quantity } of items) units.set(itemSku, (units.get(itemSku) ?? 0) + quantity);
  return units;
}

const alive = (order: Bought): Fulfilment[] => order.fulfilments.filter((one) => one.live);
const stands = (order: Bought, number: string): boolean => alive(order).some((one) => one.numbers.includes(number));

/** A number on two fulfilments of one location, or more units fulfilled by us than were made. */
function twiceFulfilled(order: Bought, units: ReadonlyMap<string, number>): boolean {
  const numbers = alive(order).flatMap((one) => [...new Set(one.numbers)].map((number) => `${one.location} ${number}`));
  if (new Set(numbers).size < numbers.length) return true;
  const skuOf = new Map(order.lines.map((line) => [line.gid, line.itemSku]));
  const byUs = unitsBySku(
    alive(order)
      .filter((one) => one.byApp)
      .flatMap((one) => one.lines.map((line) => ({ itemSku: skuOf.get(line.lineGid) ?? "", quantity: line.quantity }))),
  );
  return [...byUs].some(([sku, count]) => count > (units.get(sku) ?? 0));
}
