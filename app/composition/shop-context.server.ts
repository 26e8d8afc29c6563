import { wakeHeld } from "../orders/receive/recheck-order.ts";
import type { TryDoor } from "../ports/webhook-self-test.ts";
import { tryDoor } from "../print-service/send-self-test.ts";
import type { ShopActsContext, ShopNewsContext } from "../shops/context.ts";
import type { Core } from "./core.server.ts";

/** What a person's acts on settings and print account need: shops meet the print service and the orders here. */
export function shopActs(core: Core): ShopActsContext & { tryDoor: TryDoor } {
  return {
    ...core.ctx,
    fetchToken: core.fetchPrintToken,
    connectionCheck: core.connectionCheck,
    tryDoor,
    appUrl: core.env.shopify.appUrl,
    wakeHeld: (shopId, codes) => wakeHeld(core.ctx, shopId, codes),
  };
}

/** What deliveries about a shop itself need. */
export function shopNews(core: Core): ShopNewsContext {
  return {
    ...core.ctx,
    askInstallation: core.askInstallation,
    wakeHeld: (shopId, codes) => wakeHeld(core.ctx, shopId, codes),
    goneForMs: core.ctx.policy.goneForMs,
  };
}
