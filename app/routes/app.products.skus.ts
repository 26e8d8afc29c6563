import { json, type LoaderFunctionArgs } from "@remix-run/node";
import { cutText } from "../common/clean-text.ts";
import { loadOr } from "../components/common/request-failed.ts";
import { mappedSkus } from "../quotes/quote.ts";
import { nearestSkus } from "../quotes/nearest-skus.ts";
import { requireShop } from "../http/require-shop.server.ts";

const MAX_SKUS = 10_000;
const MAX_SUGGESTIONS = 8;

/** `GET ?near=TEE-BL`: SKUs of the shop's mappings that somebody may be typing. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const near = cutText(new URL(request.url).searchParams.get("near") ?? "", 255);
  return json({ skus: nearestSkus(near, await mappedSkus(ctx, shop.id, MAX_SKUS), MAX_SUGGESTIONS) });
}

/** A field without suggestions is as good as one with. */
export const clientLoader = loadOr<{ skus: string[] }>(() => ({ skus: [] }));
