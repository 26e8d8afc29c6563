/** shopify: the domain that names a shop. */
export const SHOP_DOMAIN = /^[a-z0-9][a-z0-9-]{0,100}\.myshopify\.com$/;
