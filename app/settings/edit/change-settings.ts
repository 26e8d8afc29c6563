import { ATTENTION, isHold, type AttentionCode } from "../../orders/core/attention.ts";
import type { ShopActsContext } from "../../shops/context.ts";
import { saveSettings, type SettingsChange } from "./save-settings.ts";
import type { ShopSettings } from "../settings.ts";

const HOLDS = (Object.keys(ATTENTION) as AttentionCode[]).filter(isHold);

/** Saves changed settings, and has every order that is held judged by them. @throws ZodError */
export async function changeSettings(
  ctx: Pick<ShopActsContext, "db" | "clock" | "wakeHeld">,
  shopId: string,
  change: SettingsChange,
): Promise<ShopSettings> {
  const settings = await saveSettings(ctx, shopId, change);
  await ctx.wakeHeld(shopId, HOLDS);
  return settings;
}
