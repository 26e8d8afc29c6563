import type { Services } from "../../app/composition/services.server.ts";
import { installShop } from "../../app/shops/install.ts";
import { registerWebhooks } from "../../app/print-accounts/webhooks/register-webhooks.ts";
import { readSettings, type ShopSettings } from "../../app/settings/settings.ts";
import { connectPrintAccount } from "../../app/print-accounts/print-accounts.ts";
import type { Login } from "../../app/ports/print-service.ts";
import type { ShopifyStandIn } from "../../sandbox/shopify/stand-in.ts";
import { issueOfflineSession } from "./offline-session.ts";
import type { ShopId } from "../../app/ports/ids.ts";

export interface ShopSetup {
  domain: string;
  /** An access token is of version 3 of the service's interface. */
  credentials: Login;
  settings?: Partial<ShopSettings>;
  /** The shop's orders count from so long ago on, in milliseconds. */
  goLiveAgoMs: number;
}

/**
 * Installs as the token exchange would, connects the print account and registers our addresses there. Returns the row's
 * id.
 */
export async function setUpShop(
  app: { services: Services; shopify: ShopifyStandIn; appUrl: string },
  { domain, credentials, settings = {}, goLiveAgoMs }: ShopSetup,
): Promise<ShopId> {
  const { core } = app.services;
  const { ctx } = core;
  app.shopify.addShop({ domain });
  const now = ctx.clock.now();
  const session = issueOfflineSession(app.shopify, domain, now);
  await core.sessions.storeSession(session);
  await installShop(ctx, domain, session.scope ?? "");
  const version = "accessToken" in credentials ? "v3" : "v1";
  const token = await core.signIn[version].fetchToken(credentials);
  const account = await connectPrintAccount(ctx, domain, credentials, token, { version });
  await registerWebhooks({ ...ctx, appUrl: app.appUrl }, account);
  const { id } = await ctx.db.shop.update({
    where: { domain },
    data: {
      settings: readSettings({ editWindowMinutes: 0, ...settings }),
      goLiveAt: new Date(now.getTime() - goLiveAgoMs),
    },
  });
  return id;
}
