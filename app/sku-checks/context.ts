import type { OrdersContext } from "../orders/core/context.ts";

/** What a SKU check gets from outside. */
export type SkuCheckContext = Pick<
  OrdersContext,
  "db" | "sql" | "clock" | "ids" | "random" | "log" | "encryptor" | "printService" | "policy"
>;
