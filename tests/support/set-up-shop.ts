import type { Services } from "../../app/services.server.ts";
import { installShop } from "../../app/shops/install.ts";
import { registerEvents } from "../../app/print-accounts/webhooks/register-webhooks.ts";
import { readSettings, type ShopSettings } from "../../app/settings/settings.ts";
import type { Credentials } from "../../sandbox/print-service/options.ts";
import type { ShopifyStandIn } from "../../sandbox/shopify/stand-in.ts";
import { issueOfflineSession } from "./offline-session.ts";
import { connect } from "./shops-context.ts";

export interface TakingUp {
  domain: string;
  credentials: Credentials;
  settings?: Partial<ShopSettings>;
  /** The shop's orders count from so long ago on, in milliseconds. */
  goLiveAgoMs: number;
}

/** Installs as the token exchange would, connects the print account and registers our addresses there. Returns the row's id. */
export async function takeUpShop(
  place: { services: Services; shopify: ShopifyStandIn; appUrl: string },
  { domain, credentials, settings = {}, goLiveAgoMs }: TakingUp,
): Promise<string> {
  const { core } = place.services;
  const { ctx } = core;
  place.shopify.addShop({ domain });
  const now = ctx.clock.now();
  const session = issueOfflineSession(place.shopify, domain, now);
  await core.sessions.storeSession(session);
  await installShop(ctx, domain, session.scope ?? "");
  const account = await connect({ ...ctx, fetchToken: core.fetchPrintToken }, domain, credentials);
  await registerEvents(ctx, ctx.printService, account, place.appUrl);
  const { id } = await ctx.db.shop.update({
    where: { domain },
    data: {
      settings: readSettings({ editWindowMinutes: 0, ...settings }),
      goLiveAt: new Date(now.getTime() - goLiveAgoMs),
    },
  });
  return id;
}
