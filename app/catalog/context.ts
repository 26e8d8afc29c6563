import type { OrdersContext } from "../orders/core/context.ts";

/** What mappings need from outside: where they are stored, who is asked before, and who is told after. */
export type CatalogContext = Pick<OrdersContext, "db" | "clock" | "ids" | "wake" | "printService" | "artwork">;
