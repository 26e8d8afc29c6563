/**
 * Whether the app is installed in a shop, as Shopify answers. installed: Shopify accepted a token. uninstalled: it
 * refuses our tokens for good. shop_unavailable: the shop is frozen, locked or closed, which proves nothing about the
 * app. no_token: there is no token to ask with.
 */
export type InstallationStatus = "installed" | "uninstalled" | "shop_unavailable" | "no_token";

/** `shop`: a myshopify.com domain. @throws RemoteError when no clear answer came: ask again later */
export type CheckInstallation = (shop: string) => Promise<InstallationStatus>;
