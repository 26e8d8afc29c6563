import type { PrintOrder } from "../ports/order-model.ts";
import type { Basket } from "./model.ts";

/** The basket that a submission's content is priced by, at the gate and on its page alike. */
export function basketOf(order: PrintOrder): Basket {
  return {
    countryCode: order.countryCode,
    provinceCode: order.provinceCode,
    items: order.items.map(({ itemSku, quantity }) => ({ itemSku, quantity })),
  };
}
