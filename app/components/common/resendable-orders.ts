import { pluralize } from "./format.ts";

/** Rejected orders of which the print service has accepted the print SKU since. */
export const RESENDABLE = {
  title: (orders: number) => `${pluralize(orders, "rejected order")} can be sent again`,
  one: (itemSku: string) => `The print service now accepts ${itemSku}.`,
  all: "The print service now accepts their print SKUs.",
  action: "View orders",
} as const;

/** The orders page, where they can be selected and sent again. */
export const RESENDABLE_URL = "/app/orders?reason=rejected&resendable=1";
