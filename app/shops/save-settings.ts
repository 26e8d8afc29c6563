import { z } from "zod";
import { readSettings, shopSettings, type ShopSettings } from "./settings.ts";
import type { ShopsContext } from "./context.ts";

/** A change of some settings; what is left out stays. `goLiveAt`: orders made before it are left alone (UTC). */
export const settingsChange = shopSettings.partial().extend({ goLiveAt: z.iso.datetime().optional() });

/** Keeps a shop's changed settings; those of other people that came meanwhile stay. @throws ZodError for a setting out of its range */
export async function saveSettings(
  ctx: Pick<ShopsContext, "db">,
  shopId: string,
  change: Partial<ShopSettings> & { goLiveAt?: string },
): Promise<ShopSettings> {
  const { goLiveAt, ...given } = change;
  return ctx.db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid FOR UPDATE`;
    const shop = await tx.shop.findUniqueOrThrow({ where: { id: shopId }, select: { settings: true } });
    const settings = shopSettings.parse({ ...readSettings(shop.settings), ...given });
    const live = goLiveAt ? { goLiveAt: new Date(goLiveAt) } : {};
    await tx.shop.update({ where: { id: shopId }, data: { settings, ...live, version: { increment: 1 } } });
    return settings;
  });
}
