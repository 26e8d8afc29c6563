import { json, type ActionFunctionArgs } from "@remix-run/node";
import { shopActionsContext } from "../composition/shop-context.server.ts";
import { changeSettings, settingsChange } from "../settings-page/save-settings.ts";
import { readJson } from "../http/read-request.server.ts";
import { requireShop } from "../http/require-shop.server.ts";

/** `POST {…}`: changes the named settings, and rechecks the orders on hold. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop, noteAction } = await requireShop(request);
  const change = await readJson(request, settingsChange);
  const settings = await changeSettings(shopActionsContext(core), shop.id, change, { note: noteAction });
  return json(settings);
}
