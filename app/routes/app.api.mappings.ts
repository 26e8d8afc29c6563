import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { mappingInput, saveMappings } from "../catalog/mappings.ts";
import { wakeHeld } from "../orders/receive/step-order.ts";
import { readJson, whoseShop } from "../whose-shop.server.ts";

const wanted = z.array(mappingInput).min(1).max(250);

/** `POST [{productGid, variantGid, itemSku, …}]`: maps variants; orders that waited for it go on. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const inputs = await readJson(request, wanted);
  await saveMappings(ctx, shop.id, inputs);
  const woken = await wakeHeld(ctx, shop.id, ["unmapped_line", "artwork_missing", "artwork_unreadable"]);
  return json({ saved: inputs.length, woken });
}
