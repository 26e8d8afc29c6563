import { Decimal } from "decimal.js";
import type { Submission, SubmissionCost } from "../../../../prisma/client/client.ts";
import { basketOf, type Price, type PriceResult } from "../../../quotes/basket.ts";
import { percentOf } from "../../../profit/money.ts";
import { costAsSent, marginOf, paidAmounts, type Margin } from "../../../quotes/margin.ts";
import { priceBasket, pricingShop, readKnownPrice, type PricingShop } from "../../../quotes/price-basket.ts";
import { readOrderMoney } from "../../../profit/order-revenue.ts";
import { readSettings, type ShopSettings } from "../../../settings/settings.ts";
import { dayOf } from "../../../settings/wall-time.ts";
import type { OrdersContext } from "../../core/context.ts";
import { decryptPayload } from "../../core/provider-order.ts";
import { serviceNameOf, type ShopRow } from "../../core/shop-row.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { SubmissionId } from "../../../ports/ids.ts";
import { MINUTE_MS } from "../../../ports/clock.ts";

/** The print service's price of a submission, and the margin. */
export interface OrderPrice {
  /** no_content: the payload is not built yet. erased: the destination is no longer known. */
  priced: PriceResult | { status: "no_content" } | { status: "erased" };
  /** null without a price. Of the whole order where `orderCost` is known, else of this submission alone. */
  margin: Margin | null;
  /** The order ships by a faster method than the price is for, and the settings do not say what that adds. */
  fasterShipping: boolean;
  /** The shipping service that the price is for, by its name where that is known, else by its code; null: it is for Standard. */
  service: string | null;
  /** What the settings say that the faster method adds, in the price's currency; null: nothing is added. */
  fasterShippingCost: string | null;
  /** Submissions that share the customer's payment, reprints among them: neither replaced nor canceled. */
  activeSubmissions: number;
  /** What several active submissions cost together, a decimal string; null for a single one, or without a price of each. */
  orderCost: string | null;
  /** null: nothing of the order is made, or it is not counted yet. */
  earned: EarnedAmounts | null;
  now: string;
}

/** What an order earned, by its kept costs (app/profit). Decimal strings in `currency`; null: not known yet. */
export interface EarnedAmounts {
  currency: string;
  netSales: string | null;
  shipping: string | null;
  fees: string | null;
  cost: string | null;
  profit: string | null;
  /** profit / (netSales + shipping) */
  percent: string | null;
  estimated: boolean;
  /** Of net sales and shipping, in the currency that the customer paid in. */
  presentment: { currency: string; revenue: string } | null;
  /** What the print service billed for this submission, and by how much that differs from its quote. */
  billed: BilledPrice | null;
  /** The bill is still waited for: the service tells it once the order is paid. */
  awaitsBill: boolean;
  /** The costs are kept in this currency, and the settings name another one by now; null: they name this one. */
  keptCurrency: string | null;
}

interface BilledPrice {
  currency: string;
  total: string;
  difference: string | null;
  /** Where the amounts of both differ, as far as both are known. */
  parts: { part: "base" | "shipping" | "tax" | "surcharge"; difference: string }[];
}

/** A price that was known already, and whether the page should ask for a newer one. */
export type KnownPrice = OrderPrice & { outdated: boolean };

interface PriceQuery {
  shopifyGid: Gid<"Order">;
  submissionId: SubmissionId;
}

/** A page or an extension that is opened asks again for an older price. */
export const SHOWN_PRICE_MAX_AGE_MS = 15 * MINUTE_MS;

/**
 * Prices one submission with the function of the check before sending; a price older than `maxAgeMs` is requested again, with 0
 * always. null when the shop has no such submission.
 */
export function readOrderPrice(
  ctx: OrdersContext,
  shop: ShopRow,
  { maxAgeMs, ...query }: PriceQuery & { maxAgeMs: number },
): Promise<OrderPrice | null> {
  return readPrice(ctx, shop, query, (row, payload) =>
    priceBasket(ctx, pricingOf(shop, row), basketOf(payload), { maxAgeMs }),
  );
}

/** The same without a call of the print service. null where a quote is missing, too. */
export async function readKnownOrderPrice(
  ctx: OrdersContext,
  shop: ShopRow,
  query: PriceQuery,
): Promise<KnownPrice | null> {
  let oldest = Infinity;
  const price = await readPrice(ctx, shop, query, async (row, payload) => {
    const priced = await readKnownPrice(ctx, pricingOf(shop, row), basketOf(payload));
    if (priced?.status === "priced") oldest = Math.min(oldest, Date.parse(priced.price.askedAt));
    return priced;
  });
  return price && { ...price, outdated: ctx.clock.now().getTime() - oldest >= SHOWN_PRICE_MAX_AGE_MS };
}

const pricingOf = (shop: ShopRow, { printAccountId }: Submission): PricingShop =>
  pricingShop({ ...shop, printAccountId: printAccountId ?? shop.printAccountId });

/** null: not known without a call. */
type PriceOf = (row: Submission, payload: PrintOrder) => Promise<PriceResult | null>;

async function readPrice(
  ctx: OrdersContext,
  shop: ShopRow,
  query: PriceQuery,
  priceOf: PriceOf,
): Promise<OrderPrice | null> {
  const row = await ctx.db.submission.findFirst({
    where: { id: query.submissionId, shopId: shop.id, order: { shopifyGid: query.shopifyGid } },
    include: { order: { include: { lines: { select: { shopifyGid: true, eligibility: true } } } } },
  });
  if (!row) return null;
  const active = { orderId: row.orderId, replacedAt: null, state: { not: "cancelled" as const } };
  const activeRows = await ctx.db.submission.findMany({ where: active });
  const settings = readSettings(shop.settings);
  const earned = await readEarned(ctx, row, settings.serviceCurrency);
  const common = { activeSubmissions: activeRows.length, earned, now: ctx.clock.now().toISOString() };
  const payload = decryptPayload(ctx, row);
  if (!payload) {
    return {
      priced: { status: row.order.redactedAt || row.contentErasedAt ? "erased" : "no_content" },
      margin: null,
      ...{ fasterShipping: false, fasterShippingCost: null, service: null },
      orderCost: null,
      ...common,
    };
  }
  const priced = await priceOf(row, payload);
  if (!priced) return null;
  const { method } = payload;
  const service = serviceNameOf(shop.printAccount?.services, method) ?? (typeof method === "string" ? method : null);
  if (priced.status !== "priced") {
    const faster = { fasterShipping: typeof payload.method === "number", fasterShippingCost: null, service };
    return { priced, margin: null, orderCost: null, ...faster, ...common };
  }
  const own = costAsSent(priced.price, payload, settings);
  const others = activeRows.filter(({ id }) => id !== row.id);
  const isActive = others.length < activeRows.length;
  const whole =
    isActive && others.length > 0
      ? await wholePrice(ctx, { ...priced.price, total: own.total }, others, { priceOf, settings })
      : null;
  if (whole === "not_known") return null;
  const { order } = row;
  const day = dayOf(ctx.clock.now(), shop.timezone);
  const printable = new Set(
    order.lines.filter((line) => line.eligibility === "printable").map((line) => line.shopifyGid),
  );
  const sold = { ...order, shipping: order.shippingPaid, money: readOrderMoney(order.money), day };
  const paid = paidAmounts(sold, (gid) => printable.has(gid), settings);
  const lacksTax = own.unknown === "tax" || whole?.lacksTax === true;
  const unknown = order.cancelledAt ? "order_canceled" : lacksTax ? "tax_unknown" : null;
  const margin: Margin = unknown
    ? { known: false, reason: unknown }
    : marginOf(whole ?? { ...priced.price, total: own.total }, paid, { day, rates: settings.profit.rates });
  const fasterShipping = own.unknown === "faster_shipping";
  const fasterShippingCost = typeof payload.method !== "number" || fasterShipping ? null : own.extra;
  const faster = { fasterShipping, fasterShippingCost, service };
  return { priced, margin, orderCost: whole?.total ?? null, ...faster, ...common };
}

async function readEarned(
  { db }: Pick<OrdersContext, "db">,
  { id, orderId }: Pick<Submission, "id" | "orderId">,
  serviceCurrency: string,
): Promise<EarnedAmounts | null> {
  const costs = await db.submissionCost.findMany({ where: { orderId } });
  if (costs.length === 0) return null;
  const kept = await db.orderProfit.findUnique({ where: { orderId } });
  if (!kept?.currency) return null;
  const { currency, netSales, shipping, fees, cost, profit, estimated } = kept;
  const revenue = new Decimal(netSales ?? 0).plus(shipping ?? 0);
  const { presentmentCurrency, presentmentRevenue } = kept;
  const own = costs.find(({ submissionId }) => submissionId === id);
  const keptCurrency = own?.currency != null && own.currency !== serviceCurrency ? own.currency : null;
  return {
    ...{ currency, netSales, shipping, fees, cost, profit, estimated },
    percent: profit === null ? null : percentOf(profit, revenue),
    presentment:
      presentmentCurrency !== null && presentmentRevenue !== null
        ? { currency: presentmentCurrency, revenue: presentmentRevenue }
        : null,
    billed: billedOf(own),
    awaitsBill: own?.billedTotal === null && own.billDueAt !== null,
    keptCurrency,
  };
}

/** A bill has the tax in its total, and a quote has not. */
function billedOf(row: SubmissionCost | undefined): EarnedAmounts["billed"] {
  if (row?.billedTotal == null || row.currency === null) return null;
  const { currency, billedTotal: total, total: quoted, tax } = row;
  const difference =
    quoted === null
      ? null
      : new Decimal(total)
          .minus(quoted)
          .minus(tax ?? 0)
          .toFixed();
  const { billedBase, billedShipping, billedTax, billedSurcharge } = row;
  // A quote names no surcharge: it is in the total.
  const compared = [
    ["base", billedBase, row.base],
    ["shipping", billedShipping, row.shipping],
    ["tax", billedTax, tax],
    ["surcharge", billedSurcharge, quoted === null ? null : "0"],
  ] as const;
  const parts = compared.flatMap(([part, billed, expected]) => {
    const differs = billed === null || expected === null ? null : new Decimal(billed).minus(expected);
    return differs === null || differs.isZero() ? [] : [{ part, difference: differs.toFixed() }];
  });
  return { currency, total, difference, parts };
}

/** The price of a submission with those of the others; null where one of them has none. */
async function wholePrice(
  ctx: OrdersContext,
  price: Price,
  others: readonly Submission[],
  { priceOf, settings }: { priceOf: PriceOf; settings: ShopSettings },
): Promise<(Pick<Price, "currency" | "total" | "discrepancies"> & { lacksTax: boolean }) | "not_known" | null> {
  let total = new Decimal(price.total);
  let lacksTax = false;
  const discrepancies = new Set(price.discrepancies);
  for (const other of others) {
    const payload = decryptPayload(ctx, other);
    if (!payload) return null;
    const priced = await priceOf(other, payload);
    if (!priced) return "not_known";
    if (priced.status !== "priced") return null;
    const cost = costAsSent(priced.price, payload, settings);
    total = total.plus(cost.total);
    lacksTax ||= cost.unknown === "tax";
    for (const one of priced.price.discrepancies) discrepancies.add(one);
  }
  return { currency: price.currency, total: total.toFixed(), discrepancies: [...discrepancies], lacksTax };
}
