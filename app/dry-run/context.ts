import type { OrdersContext } from "../orders/core/context.ts";
import type { DryRunState } from "../../prisma/client/client.ts";

/** What a dry run gets from outside. Nothing in it may be woken, and its Shopify and print service are only read. */
export interface DryRunContext extends Pick<
  OrdersContext,
  "db" | "sql" | "clock" | "ids" | "random" | "log" | "encryptor" | "artwork" | "printService"
> {
  shopify: Pick<OrdersContext["shopify"], "readOrder" | "ordersPlacedSince">;
}

/** A shop has at most one dry run in these states (index DryRun_active). */
export const ACTIVE_STATES: readonly DryRunState[] = ["listing", "checking"];

export const isActive = ({ state }: { state: DryRunState }): boolean => ACTIVE_STATES.includes(state);
