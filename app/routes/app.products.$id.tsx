import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { readProductPage } from "../catalog/product-page.ts";
import { markNotPrinted, unmarkNotPrinted } from "../orders/receive/not-printed.ts";
import { unmapVariant } from "../catalog/unmap-variant.ts";
import type { MappingResponse } from "../components/products/use-mapping-form.ts";
import { catchFailure } from "../components/common/request-failed.ts";
import { ProductView } from "../components/products/product-view.tsx";
import { readJson, requireShop } from "../http/require-shop.server.ts";
import { gidOf, type Gid } from "../ports/gid.ts";
import { gidSchema } from "../ports/gid-schema.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const page = await readProductPage({ db: ctx.db, catalog: core.catalog }, shop, productGidOf(params));
  if (!page) throw new Response("Product not found.", { status: 404 });
  return page;
}

const variantGid = gidSchema("ProductVariant");
const bodySchema = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("remove"), variantGid }),
  // null: the whole product.
  z.object({ intent: z.enum(["mark_not_printed", "mark_printed"]), variantGid: variantGid.nullable() }),
]);

/** Removes a mapping, or marks what is never printed. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const productGid = productGidOf(params);
  const body = await readJson(request, bodySchema);
  if (body.intent === "remove") {
    const held = (await unmapVariant(ctx, shop.id, body.variantGid)) ?? 0;
    return json<MappingResponse>({ outcome: "removed", variantGid: body.variantGid, held });
  }
  const mark = { productGid, variantGid: body.variantGid };
  await (body.intent === "mark_not_printed" ? markNotPrinted : unmarkNotPrinted)(ctx, shop.id, mark);
  return json<MappingResponse>({ outcome: "marked", printed: body.intent === "mark_printed" });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  catchFailure(() => serverAction<typeof action>());

function productGidOf({ id = "" }: { id?: string }): Gid<"Product"> {
  if (!/^[1-9]\d{0,19}$/.test(id)) throw new Response("Product not found.", { status: 404 });
  return gidOf("Product", id);
}

export default function Product() {
  return <ProductView key={useLoaderData<typeof loader>().gid} page={useLoaderData<typeof loader>()} />;
}
