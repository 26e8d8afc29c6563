import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { mapVariants } from "../catalog/map-variants.ts";
import { mappingInput } from "../catalog/mappings.ts";
import { readJson, requireShop } from "../http/require-shop.server.ts";

const bodySchema = z.array(mappingInput).min(1).max(250);

/** `POST [{productGid, variantGid, itemSku, …}]`: maps variants, and reschedules the orders that were held for it. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const inputs = await readJson(request, bodySchema);
  return json({ saved: inputs.length, rescheduledOrders: await mapVariants(ctx, shop.id, inputs) });
}
