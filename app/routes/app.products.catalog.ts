import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { previewPath } from "../artwork/preview-link.ts";
import { cutText } from "../common/clean-text.ts";
import { loadOr } from "../components/common/request-failed.ts";
import type { CatalogAnswer } from "../components/products/catalog-picker.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { catalogOptions, catalogProduct, searchCatalog } from "../print-catalog/catalog.ts";
import { nearestSkus } from "../quotes/nearest-skus.ts";
import { mappedSkus } from "../quotes/quote.ts";

const PAGE_SIZE = 20;
const MAX_TEXT = 255;
const MAX_SKUS_IN_USE = 10_000;
const SHOWN_SKUS = 50;

/**
 * What print SKUs are chosen from. `GET ?query=…&color=…&size=…&in_stock=1&cursor=…`: products of the print service's catalog. `?product=…`:
 * one with its variants. `?filters`: colors and sizes. `?in_use&query=…`: SKUs of the shop's mappings.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const { searchParams } = new URL(request.url);
  const text = (name: string) => cutText(searchParams.get(name) ?? "", MAX_TEXT);
  if (searchParams.has("in_use")) {
    const skus = nearestSkus(text("query"), await mappedSkus(ctx, shop.id, MAX_SKUS_IN_USE), SHOWN_SKUS);
    return json<CatalogAnswer>({ outcome: "in_use", skus });
  }
  const { printAccountId } = shop;
  if (printAccountId === null) return json<CatalogAnswer>({ outcome: "gone" });
  if (searchParams.has("filters")) {
    const { colors, sizes } = await catalogOptions(ctx, printAccountId);
    return json<CatalogAnswer>({ outcome: "filters", colors: colors.map(({ name }) => name), sizes });
  }
  if (searchParams.has("product")) {
    const product = await catalogProduct(ctx, printAccountId, text("product"));
    if (!product) return json<CatalogAnswer>({ outcome: "gone" });
    const variants = product.variants
      .filter(({ isGone }) => !isGone)
      .map(({ itemSku, title, attributes, outOfStock }) => ({
        ...{ itemSku, title, outOfStock },
        attributes: attributes.map(({ name, value }) => ({ name, value })),
      }));
    return json<CatalogAnswer>({ outcome: "product", product: { id: product.id, name: product.name, variants } });
  }
  const [color, size, inStock] = [text("color"), text("size"), searchParams.get("in_stock") === "1"];
  const found = await searchCatalog(ctx, printAccountId, {
    ...{ query: text("query"), cursor: searchParams.get("cursor"), limit: PAGE_SIZE },
    ...(color === "" ? {} : { color }),
    ...(size === "" ? {} : { size }),
    ...(inStock ? { inStock } : {}),
  });
  const products = found.products.map(({ id, name, pictureUrl, variants, inStock: available, colors, sizes }) => ({
    ...{ id, name, variants, inStock: available, sizes },
    preview: previewPath(ctx, { shopId: shop.id, link: pictureUrl, version: "" }),
    colors: colors.length,
  }));
  return json<CatalogAnswer>({ outcome: "found", products, next: found.next });
}

export const clientLoader = loadOr<CatalogAnswer>(() => ({ outcome: "failed" }));
