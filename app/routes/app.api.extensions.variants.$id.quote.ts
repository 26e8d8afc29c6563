import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { CHECKED_FOR } from "../catalog/check-mappings.ts";
import { readVariantGlance } from "../catalog/variant-summary.ts";
import { forExtension } from "../http/extension-endpoint.server.ts";
import { variantQuote } from "../extension-api/variant-responses.ts";
import { priceBasket } from "../quotes/price-basket.ts";
import { readSettings } from "../settings/settings.ts";

const MAX_AGE_MS = 60 * 60_000;

/** `GET …/quote`: what one piece costs. Asked for once the block is there: it may ask the print service. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return forExtension(request, async ({ ctx, shop }) => {
    const { mapping } = await readVariantGlance(ctx, shop.id, `gid://shopify/ProductVariant/${params["id"]}`);
    if (!mapping) throw json({ message: "This variant is not mapped." }, 404);
    const { serviceCurrency } = readSettings(shop.settings);
    const pricing = { printAccountId: shop.printAccountId, serviceCurrency };
    const basket = { ...CHECKED_FOR, items: [{ itemSku: mapping.itemSku, quantity: 1 }] };
    return variantQuote(await priceBasket(ctx, pricing, basket, { maxAgeMs: MAX_AGE_MS }));
  });
}
