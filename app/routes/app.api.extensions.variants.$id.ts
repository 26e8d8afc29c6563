import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { checkVariant, findProduct, readVariantSummary } from "../catalog/variant-summary.ts";
import { handleExtensionRequest } from "../http/extension-endpoint.server.ts";
import { REQUEST_ERRORS } from "../extension-api/copy.ts";
import { variantCheckResult, variantCard } from "../extension-api/variant-responses.ts";
import { pricingShop } from "../quotes/price-basket.ts";
import { readJson } from "../http/read-request.server.ts";
import { gidOf } from "../ports/gid.ts";

/** `GET /app/api/extensions/variants/<Shopify's variant number>`: the variant's mapping. */
export function loader({ request, params }: LoaderFunctionArgs) {
  return handleExtensionRequest(request, async ({ core: { catalog }, ctx, shop }) => {
    const gid = gidOf("ProductVariant", params["id"]);
    const summary = await readVariantSummary(ctx, shop.id, gid);
    const productGid = summary.productGid ?? (await findProduct({ catalog, log: ctx.log }, shop.domain, gid));
    return variantCard({ ...summary, productGid }, gid);
  });
}

const bodySchema = z.object({ action: z.literal("check") });

/** `POST {action: "check"}`: checks the SKU with the print service, and the artwork links. */
export function action({ request, params }: ActionFunctionArgs) {
  return handleExtensionRequest(request, async ({ ctx, shop }) => {
    await readJson(request, bodySchema);
    const checked = await checkVariant(ctx, pricingShop(shop), gidOf("ProductVariant", params["id"]));
    if (!checked) throw json({ message: REQUEST_ERRORS.notMapped }, 404);
    return variantCheckResult(checked);
  });
}
