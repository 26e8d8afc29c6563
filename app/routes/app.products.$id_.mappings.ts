import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { readProductPage } from "../catalog/product-page.ts";
import { loadOr } from "../components/common/request-failed.ts";
import type { CopySource } from "../components/products/mapping-methods/copy-dialog.tsx";
import { productGidOf } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** A product with its mappings, to be copied to another. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const page = await readProductPage({ db: ctx.db, catalog: core.catalog }, shop, productGidOf(params));
  return json<CopySource>(page?.reachable ? { outcome: "read", page } : { outcome: "failed" });
}

export const clientLoader = loadOr<CopySource>(() => ({ outcome: "failed" }));
