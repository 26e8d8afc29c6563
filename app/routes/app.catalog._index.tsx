import { json, type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { previewPath } from "../artwork/preview-link.ts";
import { countCatalogFindings, mendRenamed, readCatalogFindings } from "../catalog/catalog-findings.ts";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { CATALOG } from "../components/products/catalog-copy.ts";
import { CatalogView, type CatalogAnswer, type CatalogPage } from "../components/products/catalog-view.tsx";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { catalogOptions, catalogStatus, searchCatalog } from "../print-catalog/catalog.ts";
import { readCatalogQuery } from "../print-catalog/catalog-query.ts";
import { removeCatalogFile, takesFile } from "../print-catalog/copy/catalog-file.ts";
import { requestCopy, trustCopy } from "../print-catalog/copy/copy-catalog.ts";
import { readSettings } from "../settings/settings.ts";

const PRODUCTS = 25;

export const meta: MetaFunction = () => [{ title: CATALOG.title }];

/** The catalog of the shop's print account: products, or what it says of mapped SKUs. */
export async function loader({ request }: LoaderFunctionArgs): Promise<CatalogPage> {
  const { ctx, shop } = await requireShop(request);
  const { tab, stock, after, ...filters } = readCatalogQuery(new URL(request.url).searchParams);
  const { printAccountId } = shop;
  const currency = readSettings(shop.settings).serviceCurrency;
  const options = { colors: [], sizes: [] };
  const counts = await countCatalogFindings(ctx, shop);
  const none = { status: null, currency, counts, products: [], next: null, options, findings: [] };
  if (printAccountId === null) return { ...none, connected: false, takesFile: false, shared: false };
  const status = await catalogStatus(ctx, printAccountId);
  const others = { printAccountId, uninstalledAt: null, id: { not: shop.id } };
  const page = {
    ...{ ...none, connected: true, takesFile: await takesFile(ctx, printAccountId) },
    shared: (await ctx.db.shop.count({ where: others })) > 0,
    status: status && { ...status, copiedAt: status.copiedAt?.toISOString() ?? null },
  };
  if (!status?.copiedAt) return page;
  if (tab !== "products") return { ...page, findings: await readCatalogFindings(ctx, shop, tab) };
  const stockFilter = stock === "gone" ? { gone: true } : stock === null ? {} : { inStock: stock === "in_stock" };
  const search = { ...filters, ...stockFilter, cursor: after, limit: PRODUCTS };
  const [found, choices] = await Promise.all([
    searchCatalog(ctx, printAccountId, search),
    catalogOptions(ctx, printAccountId),
  ]);
  const version = status.copiedAt.toISOString();
  const products = found.products.map((product) => ({
    ...product,
    preview: previewPath(ctx, { shopId: shop.id, link: product.pictureUrl, version }),
  }));
  return { ...page, products, next: found.next, options: choices };
}

const bodySchema = z.discriminatedUnion("intent", [
  z.strictObject({ intent: z.enum(["copy", "trust", "remove_file"]) }),
  z.strictObject({ intent: z.literal("mend"), itemSku: z.string().max(255).nullable() }),
]);

/** `POST {intent}`: copies the catalog again, uses a smaller one, removes a file, or changes mappings to new SKUs. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const { printAccountId } = shop;
  const answer = (one: CatalogAnswer) => json<CatalogAnswer>(one);
  if (printAccountId === null) return answer({ outcome: "nothing" });
  switch (body.intent) {
    case "copy":
      return answer({ outcome: (await requestCopy(ctx, printAccountId)) ? "copying" : "nothing" });
    case "trust": {
      const isTrusted = await trustCopy(ctx, printAccountId, noteAction);
      return answer({ outcome: isTrusted ? "trusted" : "nothing" });
    }
    case "remove_file": {
      const isRemoved = await removeCatalogFile(ctx, printAccountId, noteAction);
      return answer({ outcome: isRemoved ? "removed" : "nothing" });
    }
    case "mend": {
      const result = await mendRenamed(ctx, shop, body.itemSku, noteAction);
      return answer({ outcome: "mended", ...result });
    }
  }
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());
export const shouldRevalidate = revalidateUnlessFailed;

export default function Catalog() {
  return <CatalogView page={useLoaderData<typeof loader>()} />;
}
