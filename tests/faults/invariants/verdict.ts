import { contentErrors } from "./printed-content.ts";
import type {
  ShopifyLine,
  ShopifyOrderFacts,
  Facts,
  FulfillmentFacts,
  ProviderOrderFacts,
  SubmissionRow,
} from "../facts/facts.ts";

export type Verdict =
  | "fulfilled"
  | "held"
  /** Sent, and the printer does not continue with it: the order's page shows what the service says of it. */
  | "at the printer"
  | "cancelled"
  | "ignored"
  | "excluded"
  /** Wanted, not printed, and nobody is alerted to the cause. */
  | "lost"
  /** Printed, and neither fulfilled nor is anybody alerted to the cause. */
  | "unexplained";

export interface OrderVerdict {
  key: string;
  verdict: Verdict;
  /** At the print service, by units: `more` is more than was ever wanted. */
  printed: "never" | "once" | "more";
  fulfilledTwice: boolean;
  /** What the app did to fulfillment orders of another app's service. */
  fulfilledWrongly: string[];
  /** What the service got otherwise than the merchant saw it last. */
  printedWrongly: string[];
  /** Codes of open reasons for attention. */
  open: string[];
  reason: string;
}

/** What became of each order, from what both other systems have, and what our pages would tell a person. */
export function verdictsOf(facts: Facts): OrderVerdict[] {
  const index = indexFacts(facts);
  return facts.shopifyOrders.map((order) => verdictOfOrder(order, index));
}

interface FactsIndex {
  made: Map<string, ProviderOrderFacts[]>;
  byReference: Map<string, SubmissionRow>;
  orders: Map<string, Facts["orders"][number]>;
}

function indexFacts(facts: Facts): FactsIndex {
  const made = new Map<string, ProviderOrderFacts[]>();
  for (const one of facts.providerOrders)
    if (one.orderKey) made.set(one.orderKey, [...(made.get(one.orderKey) ?? []), one]);
  return {
    made,
    byReference: new Map(facts.submissions.map((row) => [row.reference, row])),
    orders: new Map(facts.orders.map((row) => [`${row.shop} ${row.gid}`, row])),
  };
}

function verdictOfOrder(order: ShopifyOrderFacts, index: FactsIndex): OrderVerdict {
  const all = index.made.get(order.key) ?? [];
  // What a person had replaced is not printed, nor what was canceled at the service: it told that person so.
  const live = all.filter(
    (one) => !index.byReference.get(one.reference)?.replaced && !one.parts.every(({ cancelled }) => cancelled),
  );
  const row = index.orders.get(`${order.shop} ${order.gid}`);
  const open = row?.open ?? [];
  const units = unitsBySku(live.flatMap((one) => one.items));
  // What staff had printed once more is not printed twice.
  const atMost = (sku: string) => mostWanted(order, sku) + unitsWanted(order, sku, "reprinted");
  const tooMany = [...units].filter(([sku, count]) => count > atMost(sku));
  const repeated = all.filter((one, at) => all.findIndex((other) => other.reference === one.reference) !== at);
  const more = tooMany.length > 0 || repeated.length > 0;
  const { eligibility: verdict, why: reason } = decideVerdict(order, {
    live,
    units,
    open,
    ignoredReason: row?.ignoredReason ?? null,
    known: row !== undefined,
  });
  return {
    key: order.key,
    verdict,
    printed: more ? "more" : live.length > 0 ? "once" : "never",
    fulfilledTwice: isFulfilledTwice(order, units),
    fulfilledWrongly: [
      ...order.fulfillments
        .filter((one) => one.byApp && one.ofService)
        .map(({ id }) => `fulfillment ${id} of goods of another service`),
      ...order.markedAtService.map((id) => `${id} of another service marked as in progress`),
    ],
    printedWrongly: all.flatMap((one) => contentErrors(order, one)),
    open,
    reason: [
      reason,
      ...tooMany.map(([sku, count]) => `${count} of ${sku} made, ${atMost(sku)} wanted at most`),
      ...repeated.map((one) => `${one.reference} made more than once`),
    ]
      .filter((part) => part !== "")
      .join("; "),
  };
}

interface Observed {
  live: readonly ProviderOrderFacts[];
  units: ReadonlyMap<string, number>;
  open: readonly string[];
  ignoredReason: string | null;
  known: boolean;
}

function decideVerdict(order: ShopifyOrderFacts, seen: Observed): { eligibility: Verdict; why: string } {
  const isPrinted = seen.live.length > 0;
  const printable = order.lines.filter(
    (line) => line.itemSku !== null && !line.leftOut && (isPrinted || !isOfService(line)),
  );
  const skus = [...new Set(printable.map((line) => line.itemSku ?? ""))];
  // What was printed once more does not stand in for what the customer ordered.
  const stillOwed = (sku: string) => unitsWanted(order, sku, "unfulfilled") + unitsWanted(order, sku, "reprinted");
  const missing = skus.filter((sku) => (seen.units.get(sku) ?? 0) < stillOwed(sku));
  const untracked = seen.live.flatMap((one) => one.numbers).filter((number) => !isTracked(order, number));
  if (printable.length === 0) return { eligibility: "excluded", why: "" };
  if (order.uninstalledForGood) return { eligibility: "ignored", why: "the merchant has left" };
  if (seen.open.length > 0) return { eligibility: "held", why: "" };
  if (seen.ignoredReason) return { eligibility: "ignored", why: seen.ignoredReason };
  if (!seen.known && order.createdBeforeReinstall) return { eligibility: "ignored", why: "before the app came back" };
  if (untracked.length > 0)
    return { eligibility: "unexplained", why: `parcels ${untracked.join()} stand nowhere in Shopify` };
  if (seen.live.length < order.reprints + 1 && order.reprints > 0 && !order.cancelled)
    return { eligibility: "lost", why: "asked to be printed once more, and not made" };
  if (order.cancelled && !isPrinted) return { eligibility: "cancelled", why: "" };
  const wanted = printable.some((line) => line.currentlyWanted > 0);
  if (!isPrinted && wanted && printable.every((line) => line.unfulfilled === 0) && !order.fulfillmentResolved)
    return { eligibility: "lost", why: "fulfilled by somebody else, and nobody is alerted" };
  if (printable.every((line) => line.unfulfilled === 0)) {
    return { eligibility: printable.every((line) => line.currentlyWanted === 0) ? "cancelled" : "fulfilled", why: "" };
  }
  if (missing.length === 0 && seen.live.some((one) => one.stopped)) return { eligibility: "at the printer", why: "" };
  if (missing.length > 0)
    return { eligibility: "lost", why: `${missing.join()} not made${seen.known ? "" : ", order unknown"}` };
  return { eligibility: "unexplained", why: "at the print service, not fulfilled, and nobody is alerted" };
}

/** Another app's service has all that is open of it. */
const isOfService = ({ unfulfilled, atService }: ShopifyLine): boolean =>
  unfulfilled === 0 && (atService.at(-1)?.value ?? 0) > 0;

function unitsWanted(order: ShopifyOrderFacts, sku: string, of: "reprinted" | "unfulfilled"): number {
  return order.lines.filter((line) => line.itemSku === sku).reduce((sum, line) => sum + line[of], 0);
}

/** The most that was ordered, or as many of it as staff wants printed. */
function mostWanted(order: ShopifyOrderFacts, sku: string): number {
  return order.lines
    .filter((line) => line.itemSku === sku)
    .reduce((sum, { maxWanted, limits }) => sum + Math.min(maxWanted, limits.at(-1)?.value ?? maxWanted), 0);
}

const unitsBySku = (items: readonly { itemSku: string; quantity: number }[]) =>
  countUnits(items, ({ itemSku }) => itemSku);

export function countUnits<Row extends { quantity: number }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
): Map<string, number> {
  const units = new Map<string, number>();
  for (const row of rows) units.set(keyOf(row), (units.get(keyOf(row)) ?? 0) + row.quantity);
  return units;
}

const liveFulfillments = (order: ShopifyOrderFacts): FulfillmentFacts[] => order.fulfillments.filter((one) => one.live);
const isTracked = (order: ShopifyOrderFacts, number: string): boolean =>
  liveFulfillments(order).some((one) => one.numbers.includes(number));

/** A number on two fulfillments of one location, or more units fulfilled by us than were made. */
function isFulfilledTwice(order: ShopifyOrderFacts, units: ReadonlyMap<string, number>): boolean {
  const numbers = liveFulfillments(order).flatMap((one) =>
    [...new Set(one.numbers)].map((number) => `${one.location} ${number}`),
  );
  if (new Set(numbers).size < numbers.length) return true;
  const skuOf = new Map(order.lines.map((line) => [line.gid, line.itemSku]));
  const byUs = unitsBySku(
    liveFulfillments(order)
      .filter((one) => one.byApp)
      .flatMap((one) => one.lines.map((line) => ({ itemSku: skuOf.get(line.lineGid) ?? "", quantity: line.quantity }))),
  );
  return [...byUs].some(([sku, count]) => count > (units.get(sku) ?? 0));
}
