import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { previewPath } from "../artwork/preview-link.ts";
import { CATALOG } from "../components/products/catalog-copy.ts";
import { CatalogProductView, type CatalogProductPage } from "../components/products/catalog-product-view.tsx";
import { requireShop } from "../http/require-shop.server.ts";
import { catalogProduct } from "../print-catalog/catalog.ts";
import { readSettings } from "../settings/settings.ts";

const VARIANTS = 50;

export const meta: MetaFunction<typeof loader> = ({ data }) => [{ title: data?.product.name ?? CATALOG.title }];

/** One product of the catalog of the shop's print account. */
export async function loader({ request, params }: LoaderFunctionArgs): Promise<CatalogProductPage> {
  const { ctx, shop } = await requireShop(request);
  const found = shop.printAccountId && (await catalogProduct(ctx, shop.printAccountId, params["id"] ?? ""));
  if (!found) throw new Response("The catalog has no such product.", { status: 404 });
  const { variants, ...product } = found;
  const after = Math.min(
    Number(/^\d{1,5}$/.exec(new URL(request.url).searchParams.get("after") ?? "")?.[0] ?? 0),
    variants.length,
  );
  const present = variants.filter(({ isGone }) => !isGone);
  return {
    product: { ...product, preview: previewPath(ctx, { shopId: shop.id, link: product.pictureUrl, version: "" }) },
    variants: variants.slice(after, after + VARIANTS),
    counts: {
      ...{ all: variants.length, present: present.length },
      inStock: present.filter(({ outOfStock }) => !outOfStock).length,
    },
    after: after === 0 ? null : after,
    next: after + VARIANTS < variants.length ? after + VARIANTS : null,
    currency: readSettings(shop.settings).serviceCurrency,
  };
}

export default function CatalogProduct() {
  return <CatalogProductView page={useLoaderData<typeof loader>()} />;
}
