import { formatMoney } from "../components/common/format.ts";
import {
  FASTER_SHIPPING_MESSAGE,
  TOTAL_MISMATCH_MESSAGE,
  LOSS_MESSAGE,
  marginText,
  NO_MARGIN_MESSAGES,
  NO_PRICE_MESSAGES,
  PRICE_CARD,
  sharedPaymentText,
} from "../components/order-details/price-copy.ts";
import type { OrderPrice } from "../orders/pages/details/order-price.ts";
import type { OrderMoney } from "./responses.ts";

/** Cost and margin as the extensions show them, of the whole order where that is known. The print service's own words stay in the app. */
export function orderMoney(price: OrderPrice): OrderMoney {
  const { priced, margin, fasterShipping, activeSubmissions, orderCost } = price;
  if (priced.status !== "priced") {
    return { cost: null, costLabel: null, margin: null, messages: [NO_PRICE_MESSAGES[priced.status]] };
  }
  const { total, currency, discrepancies } = priced.price;
  const cost = {
    cost: formatMoney(orderCost ?? total, currency),
    costLabel: orderCost === null ? null : PRICE_CARD.orderCost(activeSubmissions),
  };
  const warnings = [
    ...(discrepancies.length > 0 ? [TOTAL_MISMATCH_MESSAGE] : []),
    ...(fasterShipping ? [FASTER_SHIPPING_MESSAGE] : []),
  ];
  if (!margin) return { ...cost, margin: null, messages: warnings };
  if (!margin.known) return { ...cost, margin: null, messages: [...warnings, NO_MARGIN_MESSAGES[margin.reason]] };
  const loss = margin.profit.startsWith("-");
  return {
    ...cost,
    margin: { amount: marginText(formatMoney(margin.profit, margin.currency), margin.percent), loss },
    messages: [
      ...warnings,
      ...(loss ? [LOSS_MESSAGE] : []),
      ...(activeSubmissions > 1 && orderCost === null ? [sharedPaymentText(activeSubmissions)] : []),
    ],
  };
}
