import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { readSkuOffer } from "../catalog/catalog-skus.ts";
import { readProductPage } from "../catalog/product-page.ts";
import { acceptNewFile, readProductArtwork } from "../catalog/artwork-findings.ts";
import { readSettings } from "../settings/settings.ts";
import { keepMapping, moveMapping } from "../catalog/variant-changes.ts";
import { markNotPrinted, unmarkNotPrinted } from "../orders/receive/not-printed.ts";
import { unmapVariant } from "../catalog/mappings.ts";
import type { MappingResponse } from "../components/products/use-mapping-form.ts";
import { catchFailure, revalidateUnlessFailed } from "../components/common/request-failed.ts";
import { ProductView } from "../components/products/product/product-view.tsx";
import { productGidOf, readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { readFindings } from "../sku-checks/findings.ts";
import { recheckSku } from "../sku-checks/start.ts";
import { gidSchema } from "../ports/gid-schema.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const productGid = productGidOf(params);
  const [page, skuFindings, artwork, skuOffer] = await Promise.all([
    readProductPage({ db: ctx.db, catalog: core.catalog }, shop, productGid),
    readFindings(ctx, shop, productGid),
    readProductArtwork(ctx, shop, productGid),
    readSkuOffer(ctx, shop),
  ]);
  if (!page) throw new Response("Product not found.", { status: 404 });
  const { replacedArtwork, sellingPrices } = readSettings(shop.settings);
  return { page, skuFindings, ...artwork, replacedArtwork, sellingPrices, skuOffer };
}

const variantGid = gidSchema("ProductVariant");
const bodySchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("remove"), variantGid }),
  z.object({ intent: z.literal("check_sku"), itemSku: z.string().max(10_000) }),
  z.object({ intent: z.literal("keep"), variantGid, factsHash: z.string().max(100) }),
  z.object({ intent: z.literal("use_new_file"), link: z.string().max(10_000), sha256: z.string().max(100) }),
  z.object({ intent: z.literal("move"), variantGid }),
  // null: the whole product.
  z.object({ intent: z.enum(["mark_not_printed", "mark_printed"]), variantGid: variantGid.nullable() }),
]);

/** Removes a mapping, marks what is never printed, or asks for a rejected SKU again. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop, noteAction } = await requireShop(request);
  const productGid = productGidOf(params);
  const body = await readJson(request, bodySchema);
  if (body.intent === "remove") {
    const held = (await unmapVariant(ctx, shop.id, body.variantGid, noteAction)) ?? 0;
    return json<MappingResponse>({ outcome: "removed", variantGid: body.variantGid, held });
  }
  if (body.intent === "check_sku")
    return json<MappingResponse>({ outcome: "sku_checked", result: await recheckSku(ctx, shop, body.itemSku) });
  if (body.intent === "keep") {
    const kept = await keepMapping(ctx, shop.id, body, noteAction);
    return json<MappingResponse>(kept ? { outcome: "kept" } : { outcome: "changed_again" });
  }
  if (body.intent === "use_new_file") {
    const used = await acceptNewFile(ctx, shop.id, body, noteAction);
    return json<MappingResponse>({ outcome: used ? "file_used" : "replaced_again" });
  }
  if (body.intent === "move") {
    const moved = await moveMapping(ctx, shop.id, { productGid, variantGid: body.variantGid }, noteAction);
    return json<MappingResponse>(moved ? { outcome: "moved", kept: moved.kept } : { outcome: "changed_again" });
  }
  const mark = { productGid, variantGid: body.variantGid };
  if (body.intent === "mark_not_printed")
    await markNotPrinted(ctx, shop.id, mark, async (tx, isNew) => {
      if (isNew) await noteAction(tx, "never_printed");
    });
  else await unmarkNotPrinted(ctx, shop.id, mark, (tx) => noteAction(tx, "printed_again"));
  return json<MappingResponse>({
    outcome: "marked",
    printed: body.intent === "mark_printed",
    variantGid: body.variantGid,
  });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());
export const shouldRevalidate = revalidateUnlessFailed;

export default function Product() {
  const data = useLoaderData<typeof loader>();
  return <ProductView key={data.page.gid} {...data} />;
}
