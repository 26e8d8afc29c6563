import type { OrdersContext } from "../orders/core/context.ts";
import type { Notifier } from "../ports/notify.ts";

/** What telling outside the app gets from outside. */
export interface NotificationsContext extends Pick<
  OrdersContext,
  "db" | "sql" | "clock" | "ids" | "random" | "log" | "encryptor" | "policy"
> {
  notifier: Notifier;
  /** Where recipients reach the app. */
  appUrl: string;
  /** Names the app in the addresses of Shopify's admin. */
  apiKey: string;
}
