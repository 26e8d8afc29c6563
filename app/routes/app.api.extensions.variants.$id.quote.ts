import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { PRICE_CHECK_DESTINATION } from "../catalog/check-mappings.ts";
import { readVariantSummary } from "../catalog/variant-summary.ts";
import { handleExtensionRequest } from "../http/extension-endpoint.server.ts";
import { REQUEST_ERRORS } from "../extension-api/copy.ts";
import { variantQuote } from "../extension-api/variant-responses.ts";
import { CATALOG_PRICE_MAX_AGE_MS, priceBasket, pricingShop } from "../quotes/price-basket.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET …/quote`: the price of one piece. The block loads it once it is shown, since the print service is slow. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, async ({ ctx, shop }) => {
    const { mapping } = await readVariantSummary(ctx, shop.id, gidOf("ProductVariant", params["id"]));
    if (!mapping) throw json({ message: REQUEST_ERRORS.notMapped }, 404);
    const basket = { ...PRICE_CHECK_DESTINATION, items: [{ itemSku: mapping.itemSku, quantity: 1 }] };
    return variantQuote(await priceBasket(ctx, pricingShop(shop), basket, { maxAgeMs: CATALOG_PRICE_MAX_AGE_MS }));
  });
}
