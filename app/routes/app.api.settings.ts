import { json, type ActionFunctionArgs } from "@remix-run/node";
import { ATTENTION, type AttentionCode, isHold } from "../orders/attention.ts";
import { wakeHeld } from "../orders/receive/step-order.ts";
import { saveSettings, settingsChange } from "../shops/save-settings.ts";
import { readJson, whoseShop } from "../whose-shop.server.ts";

const HOLDS = (Object.keys(ATTENTION) as AttentionCode[]).filter(isHold);

/** `POST {…}`: changes the settings that are named; orders that are held are looked at again. */
export async function action({ request }: ActionFunctionArgs) {
  const { ctx, shop } = await whoseShop(request);
  const change = await readJson(request, settingsChange);
  const settings = await saveSettings(ctx, shop.id, change);
  await wakeHeld(ctx, shop.id, HOLDS);
  return json(settings);
}
