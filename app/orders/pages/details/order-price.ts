import { basketOf } from "../../../quotes/basket.ts";
import { marginOf, type Margin } from "../../../quotes/margin.ts";
import type { PriceResult } from "../../../quotes/model.ts";
import { priceBasket } from "../../../quotes/price-basket.ts";
import { readSettings } from "../../../settings/settings.ts";
import type { OrdersContext } from "../../core/context.ts";
import { decryptPayload } from "../../core/payload.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import type { Gid } from "../../../ports/gid.ts";
import type { SubmissionId } from "../../../ports/ids.ts";

/** The print service's price of a submission, and the margin. */
export interface OrderPrice {
  /** no_content: the payload is not built yet. erased: the destination is no longer known. */
  priced: PriceResult | { status: "no_content" } | { status: "erased" };
  /** null without a price. */
  margin: Margin | null;
  /** The order ships by a faster method than the price is for. */
  fasterShipping: boolean;
  /** Submissions that share the customer's payment: neither replaced nor canceled. */
  activeSubmissions: number;
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
  const activeSubmissions = await ctx.db.submission.count({ where: active });
  const common = { activeSubmissions, now: ctx.clock.now().toISOString() };
  const payload = decryptPayload(ctx, row);
  if (!payload) {
    return {
      priced: { status: row.order.redactedAt || row.contentErasedAt ? "erased" : "no_content" },
      margin: null,
      fasterShipping: false,
      ...common,
    };
  }
  const pricing = {
    printAccountId: row.printAccountId ?? shop.printAccountId,
    serviceCurrency: readSettings(shop.settings).serviceCurrency,
  };
  const priced = await priceBasket(ctx, pricing, basketOf(payload), { maxAgeMs: query.maxAgeMs });
  const { subtotal, shippingPaid, currency } = row.order;
  const margin =
    priced.status === "priced" ? marginOf(priced.price, { subtotal, shipping: shippingPaid, currency }) : null;
  return { priced, margin, fasterShipping: payload.method !== null, ...common };
}
