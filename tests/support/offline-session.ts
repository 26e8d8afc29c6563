import { Session } from "@shopify/shopify-app-remix/server";
import type { ShopifyStandIn } from "../../sandbox/shopify/stand-in.ts";

const HOUR = 3_600_000;

/** The session of a token that Shopify issues now, as the token exchange would keep it. */
export function issueOfflineSession(shopify: ShopifyStandIn, domain: string, now: Date): Session {
  const issued = shopify.issueToken(domain);
  return new Session({
    id: `offline_${domain}`,
    shop: domain,
    state: "",
    isOnline: false,
    scope: issued.scope,
    accessToken: issued.access_token,
    expires: new Date(now.getTime() + HOUR),
    refreshToken: "refresh_token" in issued ? issued.refresh_token : undefined,
    refreshTokenExpires: new Date(now.getTime() + 90 * 24 * HOUR),
  });
}
