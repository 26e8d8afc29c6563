import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { readSkuAreas, type SkuAreas } from "../catalog/artwork-findings.ts";
import { cutText, labelText } from "../common/clean-text.ts";
import { loadOr } from "../components/common/request-failed.ts";
import { requireShop } from "../http/require-shop.server.ts";

const NOT_TOLD: SkuAreas = { areas: null, pictureUrl: "" };

/** `GET ?sku=TEE-BLACK-M`: the print areas of a SKU that somebody types, as the catalog tells them. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const sku = labelText(cutText(new URL(request.url).searchParams.get("sku") ?? "", 255));
  const bySku = await readSkuAreas(ctx, shop, [sku]);
  return json({ sku, product: bySku[sku] ?? NOT_TOLD });
}

/** Without an answer the sides are those of a product that the catalog tells nothing of. */
export const clientLoader = loadOr<{ sku: string; product: SkuAreas }>(() => ({ sku: "", product: NOT_TOLD }));
