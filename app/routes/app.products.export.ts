import type { LoaderFunctionArgs } from "@remix-run/node";
import { EXPORTS, exportMappings } from "../catalog/export-mappings.ts";
import { csvResponse } from "../http/responses.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `GET ?variants=all|mapped|unmapped`: mappings, and variants to map, as a CSV file that can be imported. */
export async function loader({ request }: LoaderFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const requested = new URL(request.url).searchParams.get("variants");
  const variants = EXPORTS.find((one) => one === requested);
  if (!variants) throw new Response("Unknown choice of variants.", { status: 400 });
  return csvResponse(`mappings-${variants}.csv`, exportMappings(ctx, shop.id, variants));
}
