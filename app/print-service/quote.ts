import { z } from "zod";
import { UnavailableError } from "../ports/errors.ts";
import type { PrintAccountCalls, Quote } from "../ports/print-service.ts";
import { amount, count, text } from "./fields.ts";
import { bodyOrThrow } from "./answer.ts";
import type { Session } from "./session.ts";

export type QuoteInput = Parameters<PrintAccountCalls["testPrice"]>[0];

const line = z
  .object({
    sku: text,
    base_cost: amount,
    item_quantity: count,
    shipping_fee: amount,
    tax_fee: amount.nullish(),
    total_price_item: amount,
  })
  .transform((l) => ({
    itemSku: l.sku,
    quantity: l.item_quantity,
    baseCost: l.base_cost,
    shippingFee: l.shipping_fee,
    taxFee: l.tax_fee ?? "0",
    totalPrice: l.total_price_item,
  }));

const answerSchema = z.object({ total_price: amount, data: z.array(line) });

/**
 * Prices an order (print-service: testPrice). An answer with other items than requested is no price; whether the
 * amounts add up is the domain's question.
 * @throws RejectedError, UnavailableError, UnauthorizedError
 */
export async function testPrice(session: Session, input: QuoteInput): Promise<Quote> {
  const answer = await session.call({
    operation: "testPrice",
    method: "POST",
    path: "orders/v1/test-cost-order",
    fields: {
      shipping_country_code: input.countryCode,
      shipping_province_code: input.provinceCode,
      data_order: input.items.map((i) => ({ item_sku: i.itemSku, item_quantity: i.quantity })),
    },
    timeout: "read",
  });
  const read = answerSchema.safeParse(bodyOrThrow(answer, "test price", "unavailable"));
  if (!read.success) throw new UnavailableError("test price: unexpected_shape");
  const quote: Quote = { totalPrice: read.data.total_price, lines: read.data.data };
  if (!covers(quote, input)) throw new UnavailableError("test price: other_items");
  return quote;
}

/** Same SKUs, same quantities, however the service groups its lines. */
export function covers(quote: Quote, input: QuoteInput): boolean {
  const remaining = new Map<string, number>();
  for (const { itemSku, quantity } of input.items) remaining.set(itemSku, (remaining.get(itemSku) ?? 0) + quantity);
  for (const { itemSku, quantity } of quote.lines) remaining.set(itemSku, (remaining.get(itemSku) ?? 0) - quantity);
  return [...remaining.values()].every((balance) => balance === 0);
}
