import { Decimal } from "decimal.js";
import type { Gid } from "../ports/gid.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { amountText, convert, grossMargin, spread, sumOf, toMinor } from "./money.ts";
import { orderRevenue, type OrderRevenue, type SoldOrder } from "./order-revenue.ts";

export type ProfitRules = ShopSettings["profit"];

/** The parts of a cost, decimal strings. `tax` is not in the total of a quote. */
export interface CostAmounts {
  base: string;
  shipping: string;
  tax: string;
  total: string;
}

/** What a submission costs, as it is kept. */
export interface KeptCost extends CostAmounts {
  currency: string;
  /** By position of the submission's lines. */
  lines: CostAmounts[];
  /** What the print service billed, with tax and surcharge in the total; null: not known yet, as is its tax. Counts instead of the quote. */
  billed: { tax: string | null; total: string } | null;
  /** The quote is not of the sending, or for another method. */
  estimated: boolean;
}

/** A submission that the print service has: it costs, whatever became of the order, and a reprint earns nothing beside that. */
export interface MadeSubmission {
  cost: KeptCost | null;
  sentDay: string;
  shippedDay: string | null;
  /** standard, express or ground; "" where it is not known. */
  method: string;
  /** By position. `refunded`: pieces that the print service refunded after a claim. */
  lines: { gid: Gid<"LineItem">; quantity: number; refunded: number }[];
}

export interface CountedLine {
  gid: Gid<"LineItem">;
  productGid: Gid<"Product"> | null;
  variantGid: Gid<"ProductVariant"> | null;
  quantity: number;
  printed: boolean;
}

export interface CountedOrder extends SoldOrder {
  currency: string;
  country: string;
  lines: CountedLine[];
  submissions: MadeSubmission[];
  /** More is to be sent, or may have been: what the order costs is not known yet. */
  isOpen: boolean;
}

/** What a row of ProfitDay or ProfitMonth is of, beside its day or month. */
export const KEY_BUT_TIME = ["currency", "productGid", "variantGid", "country", "method"] as const;
/** The columns of these tables that are summed. */
export const COUNTS = [
  ...(["orders", "items", "sent", "shipped", "billed", "estimated", "unknownSales", "unknownCost"] as const),
  "unknownSentCost",
] as const;
export const AMOUNTS = [
  ...(["netSales", "shipping", "tax", "fees", "cost", "profit", "profitRevenue"] as const),
  ...(["sentCost", "billedCost", "quotedCost"] as const),
] as const;

/** What an order adds to a row of ProfitDay; what is left out is 0. */
export type DayPart = {
  day: string;
  currency: string;
  /** "" with variantGid "": the whole order. "none": a line of no product. */
  productGid: string;
  variantGid: string;
  /** Of whole orders; "" in the rows of products, of which there would be as many as orders. So is the method. */
  country: string;
  method: string;
} & Partial<Record<(typeof COUNTS)[number], number>> &
  Partial<Record<(typeof AMOUNTS)[number], string>>;

/** What an order earned. Decimal strings in `currency`; null: not known. */
export interface OrderProfit {
  currency: string;
  netSales: string | null;
  shipping: string | null;
  tax: string | null;
  fees: string | null;
  cost: string | null;
  profit: string | null;
  presentment: OrderRevenue["presentment"];
  estimated: boolean;
  days: DayPart[];
}

/** What a submission costs in another currency, and of that each of its lines; null: not known. The lines add up to the whole. */
export function submissionCost(
  { cost, lines, sentDay: day }: Pick<MadeSubmission, "cost" | "lines" | "sentDay">,
  to: string,
  { countProviderTax, rates }: Pick<ProfitRules, "countProviderTax" | "rates">,
): { total: Decimal; lines: Decimal[]; estimated: boolean } | null {
  if (!cost) return null;
  const { billed, currency: from } = cost;
  const withoutTax = billed ? new Decimal(billed.total).minus(billed.tax ?? 0) : new Decimal(cost.total);
  const amount = countProviderTax ? withoutTax.plus((billed ? billed.tax : cost.tax) ?? 0) : withoutTax;
  const inTo = (value: Decimal.Value) => convert(value, { from, to, day, rates });
  const converted = inTo(amount);
  if (!converted) return null;
  const weights = lines.map(({ quantity }, at) => cost.lines[at]?.total ?? String(quantity));
  const parts = spread(converted, weights, to);
  // The service refunds goods, and not the shipping of the package that they were in.
  const credits = lines.map(({ quantity, refunded }, at) => {
    const base = inTo(cost.lines[at]?.base ?? 0) ?? new Decimal(0);
    return quantity > 0 ? toMinor(base.times(Math.min(refunded, quantity)).dividedBy(quantity), to) : new Decimal(0);
  });
  const net = parts.map((part, at) => part.minus(credits[at] ?? 0));
  const hasCredit = lines.some(({ refunded }) => refunded > 0);
  // The tax is in a total that does not say how much it is.
  const hasTax = billed?.tax === null && !countProviderTax;
  return { total: sumOf(net), lines: net, estimated: (cost.estimated && !billed) || hasTax || hasCredit };
}

/** What an order earned, and what it adds to the rows of its days. null: nothing of it is printed. */
export function orderProfit(order: CountedOrder, rules: ProfitRules): OrderProfit | null {
  const printedLines = order.lines.filter(({ printed }) => printed);
  if (printedLines.length === 0 && order.submissions.length === 0) return null;
  const printed = new Set(printedLines.map(({ gid }) => gid));
  const revenue = orderRevenue(order, (gid) => printed.has(gid), rules);
  const currency = revenue?.currency ?? order.currency;
  const costs = order.submissions.map((submission) => submissionCost(submission, currency, rules));
  const isSettled = !order.isOpen && (order.submissions.length > 0 || hasNothingToSend(order, printedLines));
  const known = costs.flatMap((cost) => cost ?? []);
  const cost = isSettled && known.length === costs.length ? sumOf(known.map(({ total }) => total)) : null;
  const fees = revenue?.fees ?? null;
  const profit = revenue && cost && fees !== null ? grossMargin(revenue.revenue, cost.plus(fees)).profit : null;
  const estimated = known.some((one) => one.estimated) || (revenue?.feesEstimated ?? false);
  const text = (amount: Decimal | null) => amount && amountText(amount, currency);
  const profitText = profit === null ? null : amountText(profit, currency);
  const summary = {
    ...{ currency, fees, cost: text(cost), profit: profitText, estimated },
    ...{ netSales: revenue?.netSales ?? null, shipping: revenue?.shipping ?? null, tax: revenue?.tax ?? null },
    presentment: revenue?.presentment ?? null,
  };
  const quotes = order.submissions.map(({ cost: kept, ...submission }) =>
    submissionCost({ ...submission, cost: kept && { ...kept, billed: null } }, currency, rules),
  );
  return { ...summary, days: dayParts(order, { ...summary, revenue, costs, quotes }) };
}

/** Canceled, or removed and refunded, before anything was made of it: it costs nothing. */
const hasNothingToSend = ({ isCancelled }: CountedOrder, printed: readonly CountedLine[]): boolean =>
  isCancelled || printed.every(({ quantity }) => quantity === 0);

interface Known extends Omit<OrderProfit, "days"> {
  revenue: OrderRevenue | null;
  costs: ReturnType<typeof submissionCost>[];
  /** The same without what was billed. */
  quotes: ReturnType<typeof submissionCost>[];
}

type Key = Pick<DayPart, "day" | "productGid" | "variantGid" | "method">;

function dayParts(order: CountedOrder, known: Known): DayPart[] {
  const { currency, revenue, costs, quotes } = known;
  const parts = new Map<string, DayPart>();
  const add = (key: Key, what: Omit<DayPart, keyof Key | "currency" | "country">) => {
    const id = JSON.stringify([key.day, key.productGid, key.variantGid, key.method]);
    const before = parts.get(id) ?? { ...key, currency, country: key.productGid === "" ? order.country : "" };
    parts.set(id, addParts(before, what));
  };
  const method = order.submissions[0]?.method ?? "";
  const whole = { productGid: "", variantGid: "" };
  const lineCosts = new Map<Gid<"LineItem">, Decimal>();
  for (const [at, submission] of order.submissions.entries()) {
    const cost = costs[at];
    const quote = submission.cost?.billed ? quotes[at] : null;
    const sent = { day: submission.sentDay, method: submission.method };
    const shipped = submission.shippedDay && { day: submission.shippedDay, method: submission.method };
    const unknown = cost ? {} : { unknownSentCost: 1 };
    const amounts = cost ? sentAmounts(cost.total, quote?.total ?? null) : {};
    add({ ...sent, ...whole }, { sent: 1, ...unknown, ...(quote ? { billed: 1 } : {}), ...amounts });
    if (shipped) add({ ...shipped, ...whole }, { shipped: 1 });
    const seen = new Set<string>();
    for (const [position, { gid }] of submission.lines.entries()) {
      const keys = keysOf(order.lines.find((line) => line.gid === gid));
      const lineCost = cost?.lines[position] ?? new Decimal(0);
      lineCosts.set(gid, (lineCosts.get(gid) ?? new Decimal(0)).plus(lineCost));
      const isFirst = !seen.has(keys.variantGid);
      seen.add(keys.variantGid);
      const lineAmounts = sentAmounts(lineCost, quote?.lines[position] ?? null);
      add({ ...sent, ...keys }, { ...(isFirst ? { sent: 1 } : {}), ...lineAmounts });
      if (shipped && isFirst) add({ ...shipped, ...keys }, { shipped: 1 });
    }
  }
  const placed = { day: order.day, method };
  const rows = order.lines.filter(({ gid, printed }) => printed || lineCosts.has(gid));
  const sales = rows.map(({ gid }) => revenue?.lines.find((line) => line.gid === gid));
  const weights = sales.map((line) => (line ? new Decimal(line.netSales).plus(line.shipping) : new Decimal(0)));
  const fees = spread(known.fees ?? 0, weights, currency);
  const isKnown = known.profit !== null;
  const flags = {
    ...(known.estimated ? { estimated: 1 } : {}),
    ...(revenue ? {} : { unknownSales: 1 }),
    ...(known.cost === null ? { unknownCost: 1 } : {}),
  };
  const seen = new Set<string>();
  for (const [at, line] of rows.entries()) {
    const keys = keysOf(line);
    const amounts = amountsOf(sales[at], { fees: fees[at], cost: lineCosts.get(line.gid), known, isKnown });
    const isFirst = !seen.has(keys.variantGid);
    seen.add(keys.variantGid);
    const items = line.printed ? line.quantity : 0;
    add({ ...placed, ...keys }, { items, ...amounts, ...(isFirst ? { orders: 1, ...flags } : {}) });
    add({ ...placed, ...whole }, { items, ...amounts });
  }
  add({ ...placed, ...whole }, { orders: 1, ...flags });
  return [...parts.values()];
}

/** What sent goods cost, and what was quoted for them where they were billed. */
const sentAmounts = (cost: Decimal, quote: Decimal | null): Partial<DayPart> => ({
  sentCost: cost.toFixed(),
  ...(quote && { billedCost: cost.toFixed(), quotedCost: quote.toFixed() }),
});

const keysOf = (line: CountedLine | undefined) => ({
  productGid: line?.productGid ?? "none",
  variantGid: line?.variantGid ?? "none",
  method: "",
});

interface LineInput {
  fees: Decimal | undefined;
  cost: Decimal | undefined;
  known: Known;
  isKnown: boolean;
}

/** What of a line goes into sums: an amount that is not known of the order goes into none, and is counted as unknown. */
function amountsOf(line: OrderRevenue["lines"][number] | undefined, input: LineInput): Partial<DayPart> {
  const { known, isKnown, fees = new Decimal(0), cost = new Decimal(0) } = input;
  const revenue = new Decimal(line?.netSales ?? 0).plus(line?.shipping ?? 0);
  return {
    ...(line ? { netSales: line.netSales, shipping: line.shipping, tax: line.tax } : {}),
    ...(known.fees === null ? {} : { fees: fees.toFixed() }),
    ...(known.cost === null ? {} : { cost: cost.toFixed() }),
    ...(isKnown ? { profit: revenue.minus(fees).minus(cost).toFixed(), profitRevenue: revenue.toFixed() } : {}),
  };
}

/** The sums of both, by the key of the first. Zeros are left out. */
function addParts(one: DayPart, other: Partial<DayPart>): DayPart {
  const { day, currency, productGid, variantGid, country, method } = one;
  const counts = COUNTS.map((key) => [key, (one[key] ?? 0) + (other[key] ?? 0)] as const);
  const amounts = AMOUNTS.map((key) => [key, new Decimal(one[key] ?? 0).plus(other[key] ?? 0)] as const);
  return {
    ...{ day, currency, productGid, variantGid, country, method },
    ...Object.fromEntries(counts.filter(([, count]) => count !== 0)),
    ...Object.fromEntries(amounts.flatMap(([key, sum]) => (sum.isZero() ? [] : [[key, sum.toFixed()]]))),
  };
}

const keyOf = ({ day, currency, productGid, variantGid, country, method }: DayPart): string =>
  JSON.stringify([day, currency, productGid, variantGid, country, method]);

const negated = (part: DayPart): Partial<DayPart> => ({
  ...Object.fromEntries(COUNTS.flatMap((key) => (part[key] ? [[key, -part[key]]] : []))),
  ...Object.fromEntries(
    AMOUNTS.flatMap((key) => (part[key] ? [[key, new Decimal(part[key]).negated().toFixed()]] : [])),
  ),
});

/** What changes in the rows of the days where orders had some parts before and have others now, in the order of their keys. */
export function dayChanges(before: readonly DayPart[], after: readonly DayPart[]): DayPart[] {
  const sums = new Map<string, DayPart>();
  const add = (part: DayPart, what: Partial<DayPart>) => {
    const { day, currency, productGid, variantGid, country, method } = part;
    const key = { day, currency, productGid, variantGid, country, method };
    sums.set(keyOf(part), addParts(sums.get(keyOf(part)) ?? key, what));
  };
  for (const part of before) add(part, negated(part));
  for (const part of after) add(part, part);
  const isChange = (part: DayPart) => [...COUNTS, ...AMOUNTS].some((key) => part[key] !== undefined);
  return [...sums].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, part]) => (isChange(part) ? [part] : []));
}
