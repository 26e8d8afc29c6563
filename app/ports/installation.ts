/**
 * Whether the app is installed in a shop, as Shopify answers. installed: Shopify accepted a token. uninstalled: it
 * refuses our tokens for good. shop_unavailable: the shop is frozen, locked or closed, which proves nothing about the
 * app. no_token: there is no token to ask with.
 */
export type InstallationStatus = "installed" | "uninstalled" | "shop_unavailable" | "no_token";

/** `shop`: a myshopify.com domain. @throws RemoteError when no clear answer came: ask again later */
export type CheckInstallation = (shop: string) => Promise<InstallationStatus>;

/**
 * Why Shopify answers no app for a store. frozen: its bills are unpaid. locked: Shopify locked the store. shop_unavailable: Shopify
 * does not say why.
 */
export type StoreProblem = "frozen" | "locked" | "shop_unavailable";

/**
 * Whether Shopify takes requests of the address that this process calls from. refused: the app is installed and its token is good,
 * but the app's IP allowlist lacks the address. A problem of the store says nothing of the address. @throws RemoteError when
 * nothing is clear
 */
export type CheckAddress = (shop: string) => Promise<"accepted" | "refused" | StoreProblem>;

/** The access scopes that a shop has granted to the app, as Shopify says. `shop`: a myshopify.com domain. @throws RemoteError */
export type ReadScopes = (shop: string) => Promise<string[]>;

/** shopify: the domain that names a shop. */
export const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/;
