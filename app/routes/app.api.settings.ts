import { json, type ActionFunctionArgs } from "@remix-run/node";
import { shopActs } from "../composition/shop-context.server.ts";
import { changeSettings } from "../settings/edit/change-settings.ts";
import { settingsChange } from "../settings/edit/save-settings.ts";
import { readJson, whoseShop } from "../http/require-shop.server.ts";

/** `POST {…}`: changes the settings that are named; orders that are held are looked at again. */
export async function action({ request }: ActionFunctionArgs) {
  const { core, shop } = await whoseShop(request);
  const change = await readJson(request, settingsChange);
  return json(await changeSettings(shopActs(core), shop.id, change));
}
