import { json, type ActionFunctionArgs, type LoaderFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import {
  drawSample,
  readPlacement,
  readSideTexts,
  SAMPLE_MAX,
  savePlacement,
  type TextsAnswer,
} from "../catalog/text-placements.ts";
import { loadOr, type RequestFailed } from "../components/common/request-failed.ts";
import type { SideTexts } from "../components/products/product/product-view.tsx";
import { productGidOf, readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { pictureResponse } from "../http/responses.server.ts";
import { PRINT_SIDES } from "../ports/order-model.ts";
import { WRITE_FILES_SCOPE } from "../ports/shop-catalog.ts";
import { hasScope } from "../ports/shopify.ts";

/** The sides of a product that a text can be placed on. */
export async function loader({ request, params }: LoaderFunctionArgs) {
  const { core, ctx, shop } = await requireShop(request);
  const mayAddFiles =
    hasScope(shop, WRITE_FILES_SCOPE) || (await core.readScopes(shop.domain)).includes(WRITE_FILES_SCOPE);
  return json<SideTexts>({ sides: await readSideTexts(ctx, shop.id, productGidOf(params)), mayAddFiles });
}

export const clientLoader = loadOr<SideTexts | RequestFailed>(() => ({ outcome: "failed" }));
export const shouldRevalidate = () => false;

const side = z.enum(PRINT_SIDES);
const placement = z.unknown();
const bodySchema = z.discriminatedUnion("intent", [
  // A sample goes in the body: it may name somebody, and addresses are logged on the way.
  z.strictObject({ intent: z.literal("draw"), side, placement, text: z.string().max(SAMPLE_MAX) }),
  z.strictObject({ intent: z.literal("save"), side, placement }),
  z.strictObject({ intent: z.literal("remove"), side }),
]);

/** Draws a sample, or saves where a text is drawn on a product's artwork. */
export async function action({ request, params }: ActionFunctionArgs) {
  const { core, ctx, shop, noteAction } = await requireShop(request);
  const body = await readJson(request, bodySchema);
  const key = { shopId: shop.id, productGid: productGidOf(params), side: body.side };
  if (body.intent === "remove") return json<TextsAnswer>(await savePlacement(ctx, key, null, noteAction));
  const read = readPlacement(body.placement);
  if (!read.ok) return json<TextsAnswer>({ outcome: "problems", problems: read.problems });
  if (body.intent === "draw") {
    const { drawnArtwork } = core;
    const drawn = await drawSample(ctx, drawnArtwork, { ...key, shop: shop.id }, { ...read, text: body.text });
    if (!drawn) return json<TextsAnswer>({ outcome: "no_artwork" });
    return "problem" in drawn ? json({ problem: drawn.problem }) : pictureResponse(drawn, 0);
  }
  return json<TextsAnswer>(await savePlacement(ctx, key, read.placement, noteAction));
}
