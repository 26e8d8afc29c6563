import { basketOf } from "../../../quotes/basket.ts";
import type { PriceResult } from "../../../quotes/model.ts";
import { priceBasket } from "../../../quotes/price-basket.ts";
import { readSettings } from "../../../settings/settings.ts";
import type { Gid } from "../../../ports/gid.ts";
import { previewReprint, type PreviewResult, type ReprintRequest, type ReprintResult } from "../../actions/reprint.ts";
import type { OrdersContext } from "../../core/context.ts";
import type { ShopRow } from "../../core/shop-row.ts";
import { SHOWN_PRICE_MAX_AGE_MS } from "./order-price.ts";

/** With what the print service charges for it; null where there is nothing to price. */
export type PricedPreview =
  | (Extract<PreviewResult, { result: "done" }> & { priced: PriceResult | null })
  | Exclude<PreviewResult, { result: "done" }>;

/** The response to the dialog for a reprint. */
export type ReprintAnswer = ({ step: "preview" } & PricedPreview) | ({ step: "send" } & ReprintResult);

/** What a reprint would send, and its price. */
export async function readReprintPreview(
  ctx: OrdersContext,
  shop: ShopRow,
  shopifyGid: Gid<"Order">,
  lines: ReprintRequest["lines"],
): Promise<PricedPreview> {
  const answer = await previewReprint(ctx, { shopId: shop.id, shopifyGid }, lines);
  if (answer.result !== "done") return answer;
  const { payload } = answer.preview;
  const { serviceCurrency } = readSettings(shop.settings);
  const pricing = { printAccountId: shop.printAccountId, serviceCurrency };
  const priced = payload && (await priceBasket(ctx, pricing, basketOf(payload), { maxAgeMs: SHOWN_PRICE_MAX_AGE_MS }));
  return { ...answer, priced };
}
