import { HOLDS } from "../orders/core/attention.ts";
import type { ShopActionsContext } from "../print-accounts/context.ts";
import { saveSettings, type SettingsChange } from "./save-settings.ts";
import type { SettingName, ShopSettings } from "../settings/settings.ts";
import type { ShopId } from "../ports/ids.ts";

/** Saves changed settings (see saveSettings) and rechecks every order on hold. @throws ZodError */
export async function changeSettings(
  ctx: Pick<ShopActionsContext, "db" | "clock" | "wakeHeld">,
  shopId: ShopId,
  change: SettingsChange,
  confirmed?: readonly SettingName[],
): Promise<ShopSettings> {
  const settings = await saveSettings(ctx, shopId, change, confirmed);
  await ctx.wakeHeld(shopId, HOLDS);
  return settings;
}
