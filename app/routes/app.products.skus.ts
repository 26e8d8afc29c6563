import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { readSkuHints } from "../catalog/catalog-skus.ts";
import { cutText } from "../common/clean-text.ts";
import { loadOr } from "../components/common/request-failed.ts";
import type { SkuAnswer } from "../components/products/mapping-inputs.tsx";
import { mappedSkus } from "../quotes/quote.ts";
import { nearestSkus } from "../quotes/nearest-skus.ts";
import { requireShop } from "../http/require-shop.server.ts";

const MAX_SKUS = 10_000;
const MAX_SUGGESTIONS = 8;

/** `GET ?near=TEE-BL`: SKUs of the shop's mappings that somebody may be typing, and what the print service's catalog says of it. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const near = cutText(new URL(request.url).searchParams.get("near") ?? "", 255);
  const [mapped, hints] = await Promise.all([
    mappedSkus(ctx, shop.id, MAX_SKUS),
    readSkuHints(ctx, shop.printAccountId, [near]),
  ]);
  return json<SkuAnswer>({
    near,
    skus: nearestSkus(near, mapped, MAX_SUGGESTIONS),
    hint: hints.get(near.trim()) ?? null,
  });
}

/** A field without suggestions is as good as one with. */
export const clientLoader = loadOr<SkuAnswer>(() => ({ near: "", skus: [], hint: null }));
