import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { useLoaderData, type ClientActionFunctionArgs } from "@remix-run/react";
import { z } from "zod";
import { productGid } from "../catalog/product-number.ts";
import { readProductPage } from "../catalog/product-page.ts";
import { saveChecked } from "../catalog/save-valid-mappings.ts";
import { unmapVariant } from "../catalog/unmap-variant.ts";
import type { MappingAnswer } from "../components/products/mapping-response.ts";
import { orFailed } from "../components/common/request-failed.ts";
import { ProductView } from "../components/products/product-view.tsx";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await whoseShop(request);
  const page = await readProductPage({ db: ctx.db, catalog: core.catalog }, shop, gidOf(params));
  if (!page) throw new Response("There is no such product.", { status: 404 });
  return page;
}

const variantGid = z.string().regex(/^gid:\/\/shopify\/ProductVariant\/\d+$/);
const text = z.string().max(10_000);
const wanted = z.discriminatedUnion("intent", [
  z.object({
    intent: z.literal("save"),
    rows: z
      .array(
        z.object({
          variantGid,
          itemSku: text,
          artworkFront: text,
          artworkBack: text,
          mockup: text,
          note: text,
          requiredSides: z.array(z.enum(["front", "back"])),
          anyway: z.boolean(),
        }),
      )
      .min(1)
      .max(2048),
  }),
  z.object({ intent: z.literal("remove"), variantGid }),
]);

/** Saves mappings of the product, or removes one. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const productGid = gidOf(params);
  const asked = await readJson(request, wanted);
  if (asked.intent === "remove") {
    const held = (await unmapVariant(ctx, shop.id, asked.variantGid)) ?? 0;
    return json<MappingAnswer>({ outcome: "removed", variantGid: asked.variantGid, held });
  }
  const saved = await saveChecked(
    ctx,
    shop,
    asked.rows.map((row) => ({ ...row, productGid })),
  );
  return json<MappingAnswer>({ outcome: "saved", ...saved });
}

export const clientAction = ({ serverAction }: ClientActionFunctionArgs) =>
  orFailed(() => serverAction<typeof action>());

function gidOf(params: { id?: string }): string {
  const gid = productGid(params.id ?? "");
  if (!gid) throw new Response("There is no such product.", { status: 404 });
  return gid;
}

export default function Product() {
  return <ProductView key={useLoaderData<typeof loader>().gid} page={useLoaderData<typeof loader>()} />;
}
