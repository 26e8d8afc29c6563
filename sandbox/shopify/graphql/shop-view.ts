import { gid } from "../ids.ts";
import type { Shop } from "../model.ts";
import type { GraphContext, View } from "./context.ts";

export function shopView(shop: Shop): View {
  return {
    __typename: "Shop",
    id: gid("Shop", shop.id),
    name: shop.name,
    email: shop.email,
    contactEmail: shop.email,
    myshopifyDomain: shop.domain,
    url: `https://${shop.domain}`,
    primaryDomain: { id: gid("Domain", shop.id), host: shop.domain, url: `https://${shop.domain}` },
    ianaTimezone: shop.timezone,
    currencyCode: shop.currency,
    shopOwnerName: "Sandbox Merchant",
    plan: {
      publicDisplayName: shop.development ? "Development" : "Basic",
      partnerDevelopment: shop.development,
      shopifyPlus: shop.plan === "plus" || shop.plan === "enterprise",
    },
    shopAddress: { id: gid("ShopAddress", shop.id), countryCodeV2: "US", provinceCode: "NY", country: "United States" },
  };
}

export function installationView({ shop, appTitle }: GraphContext): View {
  const app = { __typename: "App", id: gid("App", "580111"), title: appTitle, handle: appTitle.toLowerCase() };
  return {
    __typename: "AppInstallation",
    id: gid("AppInstallation", shop.id),
    launchUrl: `https://${shop.domain}/admin/apps/${app.handle}`,
    accessScopes: shop.scopes.map((handle) => ({ handle, description: handle.replaceAll("_", " ") })),
    app,
  };
}
