import type { ShopLifecycleContext } from "../shops/context.ts";
import { redactShop } from "./redact-shop.ts";

/**
 * Erases a shop on the word of whoever runs the app: where Shopify takes no token of it and does not say that the app is
 * uninstalled either, nobody else can decide. A shop whose token works is never erased.
 * @throws RemoteError when Shopify gives no answer
 */
export async function eraseOnCommand(
  ctx: ShopLifecycleContext,
  domain: string,
): Promise<"erased" | "installed" | "unknown_shop"> {
  const shop = await ctx.db.shop.findUnique({ where: { domain } });
  if (!shop) return "unknown_shop";
  if ((await ctx.askInstallation(domain)) === "installed") return "installed";
  await ctx.db.shop.updateMany({
    where: { id: shop.id, installedAt: shop.installedAt },
    data: { uninstalledAt: shop.uninstalledAt ?? ctx.clock.now(), accessLostAt: null, version: { increment: 1 } },
  });
  for (;;) {
    const redacted = await redactShop(ctx, domain);
    if (redacted !== "unfinished") return redacted;
  }
}
