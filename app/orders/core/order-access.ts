import { DAY_MS, type Clock } from "../../ports/clock.ts";
import type { ShopRow } from "./shop-row.ts";
import { ALL_ORDERS_SCOPE, CUSTOMERS_SCOPE, hasScope, WRITE_ORDERS_SCOPE } from "../../ports/shopify.ts";

const READABLE_MS = 60 * DAY_MS;

/** Orders placed before this instant cannot be read without the scope. */
export const readableSince = ({ clock }: { clock: Clock }): Date => new Date(clock.now().getTime() - READABLE_MS);

/** A shop with the scopes that its merchant has granted. */
type Scoped = Pick<ShopRow, "scopes">;

export const mayReadAllOrders = (shop: Scoped): boolean => hasScope(shop, ALL_ORDERS_SCOPE);
/** Tags, metafields and addresses of orders. */
export const mayEditOrders = (shop: Scoped): boolean => hasScope(shop, WRITE_ORDERS_SCOPE);
/** A customer's tags and number of orders. */
export const mayReadCustomers = (shop: Scoped): boolean => hasScope(shop, CUSTOMERS_SCOPE);

/** Whether Shopify does not show an order for its age. Asked only once Shopify has answered that there is no such order. */
export const isTooOldToRead = (ctx: { clock: Clock }, order: { shopifyCreatedAt: Date }, shop: Scoped): boolean =>
  order.shopifyCreatedAt < readableSince(ctx) && !mayReadAllOrders(shop);
