import type { Decimal } from "decimal.js";
import type { Order } from "../model.ts";
import { graphAmount, presented } from "../money.ts";
import type { View } from "./context.ts";

/** MoneyBag */
export const moneyBag = (order: Order, value: Decimal | string): View => ({
  shopMoney: { amount: graphAmount(value), currencyCode: order.currency },
  presentmentMoney: { amount: graphAmount(presented(order, value)), currencyCode: order.presentmentCurrency },
});
