import type { Clock } from "../../ports/clock.ts";
import { ALL_ORDERS_SCOPE, WRITE_ORDERS_SCOPE } from "../../ports/shopify.ts";

const READABLE_MS = 60 * 86_400_000;

/** Orders placed before this instant cannot be read without the scope. */
export const readableSince = ({ clock }: { clock: Clock }): Date => new Date(clock.now().getTime() - READABLE_MS);

/** Whether the merchant has granted the scope. */
export const mayReadAllOrders = ({ scopes }: { scopes: string }): boolean =>
  scopes.split(",").includes(ALL_ORDERS_SCOPE);

/** The same of changes to orders: tags, metafields, addresses. */
export const mayEditOrders = ({ scopes }: { scopes: string }): boolean =>
  scopes.split(",").includes(WRITE_ORDERS_SCOPE);

/** Whether Shopify does not show an order for its age. Asked only once Shopify has answered that there is no such order. */
export const isTooOldToRead = (
  ctx: { clock: Clock },
  order: { shopifyCreatedAt: Date },
  shop: { scopes: string },
): boolean => order.shopifyCreatedAt < readableSince(ctx) && !mayReadAllOrders(shop);
