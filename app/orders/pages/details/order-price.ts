import { basketOf } from "../../../quotes/basket-of.ts";
import { marginOf, type Margin } from "../../../quotes/margin.ts";
import type { Priced } from "../../../quotes/model.ts";
import { priceBasket } from "../../../quotes/price-basket.ts";
import { readSettings } from "../../../settings/settings.ts";
import type { OrdersContext } from "../../core/context.ts";
import { openPayload } from "../../core/payload.ts";
import type { ShopRow } from "../../receive/order-row.ts";

/** What a submission costs at the print service, beside what the buyer paid. */
export interface OrderPrice {
  /** no_content: nothing is made up yet that could be priced. erased: it is not known any more where it went. */
  priced: Priced | { status: "no_content" } | { status: "erased" };
  /** null unless it is priced. */
  margin: Margin | null;
  /** Submissions of the order that count: what the buyer paid is for all of them. */
  counting: number;
  now: string;
}

export interface WhichPrice {
  shopifyGid: string;
  submissionId: string;
  /** An older price is asked for anew; 0 always. */
  maxAgeMs: number;
}

/** Prices one submission's content with the function of the gate before sending. null when the shop has no such submission. */
export async function readOrderPrice(ctx: OrdersContext, shop: ShopRow, which: WhichPrice): Promise<OrderPrice | null> {
  const row = await ctx.db.submission.findFirst({
    where: { id: which.submissionId, shopId: shop.id, order: { shopifyGid: which.shopifyGid } },
    include: { order: true },
  });
  if (!row) return null;
  const counts = { orderId: row.orderId, replacedAt: null, state: { not: "cancelled" as const } };
  const counting = await ctx.db.submission.count({ where: counts });
  const rest = { counting, now: ctx.clock.now().toISOString() };
  const payload = openPayload(ctx, row);
  if (!payload) {
    return {
      priced: { status: row.order.redactedAt || row.contentErasedAt ? "erased" : "no_content" },
      margin: null,
      ...rest,
    };
  }
  const pricing = {
    printAccountId: row.printAccountId ?? shop.printAccountId,
    serviceCurrency: readSettings(shop.settings).serviceCurrency,
  };
  const priced = await priceBasket(ctx, pricing, basketOf(payload), { maxAgeMs: which.maxAgeMs });
  const { subtotal, shippingPaid, currency } = row.order;
  const margin =
    priced.status === "priced" ? marginOf(priced.price, { subtotal, shipping: shippingPaid, currency }) : null;
  return { priced, margin, ...rest };
}
