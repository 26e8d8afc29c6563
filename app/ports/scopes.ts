/** The access scopes that a shop has granted to the app, as Shopify says. `shop`: a myshopify.com domain. @throws RemoteError */
export type ReadScopes = (shop: string) => Promise<string[]>;
