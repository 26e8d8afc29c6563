import { Decimal } from "decimal.js";
import type { PrintAccountCalls, Quote } from "../ports/print-service.ts";
import { RejectedError } from "../ports/errors.ts";

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

/** There is no catalog: every other SKU is known. With these a rejection can be practiced. */
const UNKNOWN = /^unknown/i;

/** @throws RejectedError where one of these SKUs counts as unknown */
export function assertKnownSkus(items: readonly { itemSku: string }[]): void {
  const unknown = items.find(({ itemSku }) => UNKNOWN.test(itemSku.trim()));
  if (!unknown) return;
  const providerMessage = `Practice account: the SKU ${unknown.itemSku} counts as unknown`;
  throw new RejectedError("practice: unknown SKU", { httpStatus: 400, providerMessage });
}
