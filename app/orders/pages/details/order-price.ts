import { Decimal } from "decimal.js";
import type { Submission } from "@prisma/client";
import { basketOf } from "../../../quotes/basket.ts";
import { marginOf, type Margin } from "../../../quotes/margin.ts";
import type { Price, PriceResult } from "../../../quotes/model.ts";
import { priceBasket } from "../../../quotes/price-basket.ts";
import { readSettings } from "../../../settings/settings.ts";
import type { OrdersContext } from "../../core/context.ts";
import { decryptPayload } from "../../core/payload.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import type { PrintOrder } from "../../../ports/order-model.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { SubmissionId } from "../../../ports/ids.ts";

/** The print service's price of a submission, and the margin. */
export interface OrderPrice {
  /** no_content: the payload is not built yet. erased: the destination is no longer known. */
  priced: PriceResult | { status: "no_content" } | { status: "erased" };
  /** null without a price. Of the whole order where `orderCost` is known, else of this submission alone. */
  margin: Margin | null;
  /** The order ships by a faster method than the price is for. */
  fasterShipping: boolean;
  /** Submissions that share the customer's payment, reprints among them: neither replaced nor canceled. */
  activeSubmissions: number;
  /** What several active submissions cost together, a decimal string; null for a single one, or without a price of each. */
  orderCost: string | null;
  now: string;
}

export interface PriceQuery {
  shopifyGid: Gid<"Order">;
  submissionId: SubmissionId;
  /** An older price is requested again; 0: always. */
  maxAgeMs: number;
}

/** Prices one submission with the function of the check before sending. null when the shop has no such submission. */
export async function readOrderPrice(ctx: OrdersContext, shop: ShopRow, query: PriceQuery): Promise<OrderPrice | null> {
  const row = await ctx.db.submission.findFirst({
    where: { id: query.submissionId, shopId: shop.id, order: { shopifyGid: query.shopifyGid } },
    include: { order: true },
  });
  if (!row) return null;
  const active = { orderId: row.orderId, replacedAt: null, state: { not: "cancelled" as const } };
  const activeRows = await ctx.db.submission.findMany({ where: active });
  const common = { activeSubmissions: activeRows.length, now: ctx.clock.now().toISOString() };
  const payload = decryptPayload(ctx, row);
  if (!payload) {
    return {
      priced: { status: row.order.redactedAt || row.contentErasedAt ? "erased" : "no_content" },
      margin: null,
      fasterShipping: false,
      orderCost: null,
      ...common,
    };
  }
  const fasterShipping = payload.method !== null;
  const priceOf = pricer(ctx, shop, query.maxAgeMs);
  const priced = await priceOf(row, payload);
  if (priced.status !== "priced") return { priced, margin: null, orderCost: null, fasterShipping, ...common };
  const { subtotal, shippingPaid, currency } = row.order;
  const others = activeRows.filter(({ id }) => id !== row.id);
  const isActive = others.length < activeRows.length;
  const whole = isActive && others.length > 0 ? await wholePrice(ctx, priced.price, others, priceOf) : null;
  const margin = marginOf(whole ?? priced.price, { subtotal, shipping: shippingPaid, currency });
  return { priced, margin, orderCost: whole?.total ?? null, fasterShipping, ...common };
}

type PriceOf = (row: Submission, payload: PrintOrder) => Promise<PriceResult>;

function pricer(ctx: OrdersContext, shop: ShopRow, maxAgeMs: number): PriceOf {
  const { serviceCurrency } = readSettings(shop.settings);
  return ({ printAccountId }, payload) =>
    priceBasket(ctx, { printAccountId: printAccountId ?? shop.printAccountId, serviceCurrency }, basketOf(payload), {
      maxAgeMs,
    });
}

/** The price of a submission with those of the others; null where one of them has none. */
async function wholePrice(
  ctx: OrdersContext,
  price: Price,
  others: readonly Submission[],
  priceOf: PriceOf,
): Promise<Pick<Price, "currency" | "total" | "discrepancies"> | null> {
  let total = new Decimal(price.total);
  const discrepancies = new Set(price.discrepancies);
  for (const other of others) {
    const payload = decryptPayload(ctx, other);
    const priced = payload && (await priceOf(other, payload));
    if (priced?.status !== "priced") return null;
    total = total.plus(priced.price.total);
    for (const one of priced.price.discrepancies) discrepancies.add(one);
  }
  return { currency: price.currency, total: total.toFixed(), discrepancies: [...discrepancies] };
}
