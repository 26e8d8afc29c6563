/** A member of a shop's staff, as Shopify names them. */
export interface NamedStaff {
  /** Shopify's id of the user. */
  userId: string;
  /** First and last name; null where Shopify has none. */
  name: string | null;
}

/**
 * Whose id token this is. `shop`: a myshopify.com domain; `idToken`: of App Bridge, valid for a minute.
 * @throws RemoteError when Shopify does not say it
 */
export type ReadStaff = (shop: string, idToken: string) => Promise<NamedStaff>;
