/**
 * Whether the app is installed in a shop, by Shopify's own word.
 * installed: Shopify took a token of ours. uninstalled: it refuses our tokens for good. shop_unavailable: it answers nobody for
 * this shop now (frozen, locked, closed …), which says nothing about the app. no_token: there is nothing to ask with.
 */
export type InstallationStatus = "installed" | "uninstalled" | "shop_unavailable" | "no_token";

/** `shop`: a myshopify.com domain. @throws RemoteError when no clear answer came: ask again later */
export type CheckInstallation = (shop: string) => Promise<InstallationStatus>;
