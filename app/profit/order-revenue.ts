import { Decimal } from "decimal.js";
import { z } from "zod";
import { storedGidSchema } from "../ports/gid-schema.ts";
import type { Gid } from "../ports/gid.ts";
import type { LineMoney, OrderMoney } from "../ports/order-model.ts";
import type { ShopSettings } from "../settings/settings.ts";
import { amountText, convert, spread, sumOf, toMinor } from "./money.ts";

/** The order as its revenue is counted. */
export interface SoldOrder {
  /** null: an amount is not known. */
  money: OrderMoney | null;
  financialStatus: string | null;
  isCancelled: boolean;
  /** The day on which it was placed, for the rate of a fee in another currency. */
  day: string;
}

export type RevenueRules = Pick<ShopSettings["profit"], "shipping" | "paymentFee" | "rates">;

/** Decimal strings in the shop's currency, before tax but for `tax`. grossSales − discounts − returns = netSales. */
export interface SalesAmounts {
  grossSales: string;
  discounts: string;
  returns: string;
  netSales: string;
  /** The part of the customer's shipping that counts. */
  shipping: string;
  /** What of the customer's taxes belongs to net sales and shipping. */
  tax: string;
}

export interface LineRevenue extends SalesAmounts {
  gid: Gid<"LineItem">;
  items: number;
}

/** What the customer paid for the printed goods of an order. The sums of the lines are the amounts of the whole. */
export interface OrderRevenue extends SalesAmounts {
  currency: string;
  lines: LineRevenue[];
  /** Net sales and shipping. */
  revenue: string;
  /** The printed goods' part of the payment fee. null: the rate of its currency is missing. */
  fees: string | null;
  /** The fee is that of the whole amount, of which gift cards paid a part that Shopify does not tell. */
  feesEstimated: boolean;
  /** The revenue in the currency that the customer paid in, by Shopify's own rate; null: in `currency`, or the rate is not told. */
  presentment: { currency: string; revenue: string } | null;
}

const decimal = z.string().regex(/^-?\d+(\.\d+)?$/);
const storedMoney = z.object({
  currency: z.string(),
  presentment: z.object({ currency: z.string(), amount: decimal, shopAmount: decimal }).nullable(),
  taxesIncluded: z.boolean(),
  lines: z.array(
    z.object({
      gid: storedGidSchema("LineItem"),
      ordered: z.number().int(),
      current: z.number().int(),
      requiresShipping: z.boolean(),
      price: decimal,
      discount: decimal,
      tax: decimal,
    }),
  ),
  shipping: z.object({ charged: decimal, current: decimal, tax: decimal }),
  adjustment: decimal,
  giftCards: z.enum(["none", "part", "all"]),
}) satisfies z.ZodType<OrderMoney, unknown>;

/** The kept amounts of an order; null where there are none that can be read. */
export const readOrderMoney = (stored: unknown): OrderMoney | null => storedMoney.safeParse(stored).data ?? null;

/** No money was ever taken. */
const UNPAID: readonly (string | null)[] = ["pending", "authorized", "expired", "voided", null];

/** A line in amounts before tax, as ordered and as it stands. */
interface LineAmounts {
  line: LineMoney;
  /** As ordered, with taxes, before and after discounts. */
  ordered: { gross: Decimal; net: Decimal; tax: Decimal };
  current: { net: Decimal; tax: Decimal };
}

/**
 * What the customer paid for the printed lines, after discounts and refunds and before tax. Shopify spreads a discount over the lines
 * itself; what it refunds beside lines is spread here. null where an amount is not known.
 */
export function orderRevenue(
  order: SoldOrder,
  isPrinted: (gid: Gid<"LineItem">) => boolean,
  rules: RevenueRules,
): OrderRevenue | null {
  const { money } = order;
  if (!money) return null;
  const { currency } = money;
  const isUnpaid = UNPAID.includes(order.financialStatus);
  // shopify: a canceled order that nobody paid keeps its lines where staff did not restock them.
  const nothingKept =
    order.financialStatus === "refunded" || order.financialStatus === "voided" || (order.isCancelled && isUnpaid);
  const all = money.lines.map((line) => lineAmounts(line, money, nothingKept));
  const adjusted = nothingKept ? all : withAdjustment(all, money);
  const shipping = shippingOf(adjusted, money, { isPrinted, nothingKept, rule: rules.shipping });
  const printed = adjusted.filter(({ line }) => isPrinted(line.gid));
  const lines = printed.map((one, at): LineRevenue => {
    const { ordered, current, line } = one;
    const part = shipping.parts[at] ?? { net: new Decimal(0), tax: new Decimal(0) };
    const text = (amount: Decimal) => amountText(amount, currency);
    return {
      gid: line.gid,
      items: nothingKept ? 0 : line.current,
      grossSales: text(ordered.gross),
      discounts: text(ordered.gross.minus(ordered.net)),
      returns: text(ordered.net.minus(current.net)),
      netSales: text(current.net),
      shipping: text(part.net),
      tax: text(current.tax.plus(part.tax)),
    };
  });
  const total = (key: keyof SalesAmounts) => amountText(sumOf(lines.map((line) => line[key])), currency);
  const revenue = amountText(new Decimal(total("netSales")).plus(total("shipping")), currency);
  return {
    currency,
    lines,
    ...{ grossSales: total("grossSales"), discounts: total("discounts"), returns: total("returns") },
    ...{ netSales: total("netSales"), shipping: total("shipping"), tax: total("tax"), revenue },
    fees: paymentFee(order, money, { isUnpaid, isPrinted, lines: all, rules }),
    feesEstimated: !isUnpaid && money.giftCards === "part" && hasFee(rules),
    presentment: presentmentOf(money, revenue),
  };
}

/** The refunded pieces of a line are those that the remaining ones leave over, so that both add up to the line. */
function lineAmounts(line: LineMoney, { taxesIncluded, currency }: OrderMoney, nothingKept: boolean): LineAmounts {
  const tax = toMinor(line.tax, currency);
  const before = toMinor(new Decimal(line.price).times(line.ordered), currency);
  const after = toMinor(before.minus(line.discount), currency);
  const net = taxesIncluded ? after.minus(tax) : after;
  // A discount contains taxes where the prices do, in the proportion of what remains.
  const gross =
    taxesIncluded && !after.isZero() ? toMinor(before.times(net).dividedBy(after), currency) : net.plus(line.discount);
  const share = nothingKept || line.ordered === 0 ? 0 : new Decimal(line.current).dividedBy(line.ordered);
  return {
    line,
    ordered: { gross: toMinor(gross, currency), net, tax },
    current: { net: toMinor(net.times(share), currency), tax: toMinor(tax.times(share), currency) },
  };
}

/** Spreads what was refunded beside the lines over them, by what remains of each, or by what was ordered where nothing remains. */
function withAdjustment(all: readonly LineAmounts[], { adjustment, currency }: OrderMoney): LineAmounts[] {
  if (new Decimal(adjustment).isZero()) return [...all];
  const remaining = all.map(({ current }) => current.net.plus(current.tax));
  const weights = sumOf(remaining).greaterThan(0) ? remaining : all.map(({ ordered }) => ordered.net.plus(ordered.tax));
  const parts = spread(adjustment, weights, currency);
  return all.map((one, at) => {
    const part = parts[at] ?? new Decimal(0);
    const whole = one.ordered.net.plus(one.ordered.tax);
    const tax = whole.isZero() ? new Decimal(0) : toMinor(part.times(one.ordered.tax).dividedBy(whole), currency);
    const { current } = one;
    return { ...one, current: { net: current.net.plus(part).minus(tax), tax: current.tax.plus(tax) } };
  });
}

interface ShippingInput {
  isPrinted(gid: Gid<"LineItem">): boolean;
  nothingKept: boolean;
  rule: RevenueRules["shipping"];
}

/** The shipping that counts, before tax, with its tax, spread over the printed lines by what was ordered. */
function shippingOf(
  all: readonly LineAmounts[],
  { shipping, taxesIncluded, currency }: OrderMoney,
  input: ShippingInput,
) {
  const { isPrinted, nothingKept, rule } = input;
  const printed = all.filter(({ line }) => isPrinted(line.gid));
  if (nothingKept || rule === "none" || printed.length === 0) return { parts: [] };
  const { charged, current } = shipping;
  const tax = new Decimal(charged).isZero()
    ? new Decimal(0)
    : toMinor(new Decimal(shipping.tax).times(current).dividedBy(charged), currency);
  const net = taxesIncluded ? toMinor(current, currency).minus(tax) : toMinor(current, currency);
  const weightOf = ({ ordered }: LineAmounts) => ordered.net;
  const others = sumOf(all.filter(({ line }) => line.requiresShipping && !isPrinted(line.gid)).map(weightOf));
  const own = sumOf(printed.map(weightOf));
  const counted = (amount: Decimal) =>
    rule === "share" && others.greaterThan(0) ? (spread(amount, [own, others], currency)[0] ?? amount) : amount;
  const nets = spread(counted(net), printed.map(weightOf), currency);
  const taxes = spread(counted(tax), printed.map(weightOf), currency);
  return { parts: nets.map((part, at) => ({ net: part, tax: taxes[at] ?? new Decimal(0) })) };
}

const hasFee = ({ paymentFee: { percent, fixed } }: RevenueRules): boolean =>
  !new Decimal(percent).isZero() || !new Decimal(fixed).isZero();

interface FeeInput {
  isUnpaid: boolean;
  isPrinted(gid: Gid<"LineItem">): boolean;
  lines: readonly LineAmounts[];
  rules: RevenueRules;
}

/** Of what was paid at checkout, taxes and shipping in it: payment providers keep their fee when a payment is refunded. */
function paymentFee(
  order: SoldOrder,
  money: OrderMoney,
  { isUnpaid, isPrinted, lines, rules }: FeeInput,
): string | null {
  const { currency, shipping, taxesIncluded } = money;
  if (isUnpaid || money.giftCards === "all" || !hasFee(rules)) return amountText(0, currency);
  const gross = lines.map(({ ordered }) => ordered.net.plus(ordered.tax));
  const shippingGross = taxesIncluded ? new Decimal(shipping.charged) : sumOf([shipping.charged, shipping.tax]);
  const charged = sumOf([...gross, shippingGross]);
  if (charged.isZero()) return amountText(0, currency);
  const { percent, fixed, currency: from } = rules.paymentFee;
  const day = order.day;
  const fixedPart = convert(fixed, { from: from || currency, to: currency, day, rates: rules.rates });
  if (!fixedPart) return null;
  const fee = charged.times(percent).dividedBy(100).plus(fixedPart);
  const parts = spread(fee, gross, currency);
  const printed = lines.flatMap(({ line }, at) => (isPrinted(line.gid) ? (parts[at] ?? []) : []));
  return amountText(sumOf(printed), currency);
}

function presentmentOf({ presentment }: OrderMoney, revenue: string): OrderRevenue["presentment"] {
  if (!presentment || new Decimal(presentment.shopAmount).isZero()) return null;
  const { currency, amount, shopAmount } = presentment;
  return { currency, revenue: amountText(new Decimal(revenue).times(amount).dividedBy(shopAmount), currency) };
}
