import { Decimal } from "decimal.js";
import type { PrintAccountCalls, Quote } from "../ports/print-service.ts";
import { assertKnownSkus } from "./unknown-skus.ts";

/** Made up, and plain enough to be recognized: every piece costs 10, and every line ships for 5. */
const BASE_COST = "10.00";
const SHIPPING_FEE = "5.00";

/** print-service: testPrice, with prices that are the same for every SKU and country. @throws RejectedError */
export function practiceQuote({ items }: Parameters<PrintAccountCalls["testPrice"]>[0]): Quote {
  assertKnownSkus(items);
  const lines = items.map(({ itemSku, quantity }) => ({
    ...{ itemSku, quantity, baseCost: BASE_COST, shippingFee: SHIPPING_FEE, taxFee: "0" },
    totalPrice: new Decimal(BASE_COST).times(quantity).plus(SHIPPING_FEE).toFixed(2),
  }));
  return { totalPrice: Decimal.sum(0, ...lines.map((line) => line.totalPrice)).toFixed(2), lines };
}
