import type { OrdersContext } from "../orders/core/context.ts";

/** What a dry run gets from outside. Nothing in it may be woken, and its Shopify and print service are only read. */
export interface DryRunContext extends Pick<
  OrdersContext,
  "db" | "clock" | "ids" | "random" | "log" | "encryptor" | "artwork" | "printService"
> {
  shopify: Pick<OrdersContext["shopify"], "readOrder" | "ordersPlacedSince">;
}
