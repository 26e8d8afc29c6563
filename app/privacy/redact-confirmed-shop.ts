import { UnavailableError } from "../ports/errors.ts";
import type { ShopLifecycleContext } from "../shops/context.ts";
import { uninstallShop } from "../shops/uninstall.ts";
import { redactShop } from "./redact-shop.ts";

/** installed: nothing was erased, since the app is installed in that shop. unfinished: there is more to erase; call again. */
export type ConfirmedRedaction = "done" | "unfinished" | "installed";

const HOUR = 3_600_000;

/**
 * shop/redact: erases what is held of a shop, once Shopify has confirmed that the app is uninstalled there, and some time
 * after: a refused token may also be an old one, and is worth a second look before what cannot be made good.
 * @throws RemoteError while Shopify does not confirm it, or it is too early
 */
export async function redactConfirmedShop(ctx: ShopLifecycleContext, domain: string): Promise<ConfirmedRedaction> {
  const uninstall = await uninstallShop(ctx, domain);
  if (uninstall === "installed") return "installed";
  if (uninstall === "unknown_shop") return "done";
  const shop = await ctx.db.shop.findUniqueOrThrow({ where: { domain } });
  if (!shop.uninstalledAt || shop.accessLostAt) {
    throw new UnavailableError("nothing confirms that the app is uninstalled", { retryAfterMs: HOUR });
  }
  const remainingMs = shop.uninstalledAt.getTime() + ctx.uninstallGraceMs - ctx.clock.now().getTime();
  if (remainingMs > 0)
    throw new UnavailableError("the app has not been gone for long enough", { retryAfterMs: remainingMs });
  const redacted = await redactShop(ctx, domain);
  return redacted === "unfinished" || redacted === "installed" ? redacted : "done";
}
