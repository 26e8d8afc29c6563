import { json, type ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";
import { tryMargin } from "../settings-page/try-margin.ts";

const bodySchema = z.strictObject({ draft: z.unknown() });

/** `POST {draft}`: how many orders of the last 30 days the minimum margin would have held, with the settings of its page as typed. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await requireShop(request);
  const { draft } = await readJson(request, bodySchema);
  return json(await tryMargin(ctx, shop, draft));
}
