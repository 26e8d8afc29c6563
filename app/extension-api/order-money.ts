import { formatMoney } from "../components/common/format.ts";
import {
  FASTER_SHIPPING_MESSAGE,
  TOTAL_MISMATCH_MESSAGE,
  LOSS_MESSAGE,
  marginText,
  NO_MARGIN_MESSAGES,
  NO_PRICE_MESSAGES,
  sharedPaymentText,
} from "../components/order-details/price-copy.ts";
import type { OrderPrice } from "../orders/pages/details/order-price.ts";
import type { OrderMoney } from "./responses.ts";

/** Cost and margin of a submission as the extensions show them. The print service's own words stay in the app. */
export function orderMoney({ priced, margin, fasterShipping, activeSubmissions }: OrderPrice): OrderMoney {
  if (priced.status !== "priced") return { cost: null, margin: null, messages: [NO_PRICE_MESSAGES[priced.status]] };
  const { total, currency, discrepancies } = priced.price;
  const cost = formatMoney(total, currency);
  const warnings = [
    ...(discrepancies.length > 0 ? [TOTAL_MISMATCH_MESSAGE] : []),
    ...(fasterShipping ? [FASTER_SHIPPING_MESSAGE] : []),
  ];
  if (!margin) return { cost, margin: null, messages: warnings };
  if (!margin.known) return { cost, margin: null, messages: [...warnings, NO_MARGIN_MESSAGES[margin.reason]] };
  const loss = margin.profit.startsWith("-");
  return {
    cost,
    margin: { amount: marginText(formatMoney(margin.profit, margin.currency), margin.percent), loss },
    messages: [
      ...warnings,
      ...(loss ? [LOSS_MESSAGE] : []),
      ...(activeSubmissions > 1 ? [sharedPaymentText(activeSubmissions)] : []),
    ],
  };
}
