import { Decimal } from "decimal.js";
import { z } from "zod";
import { ok } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import type { Settings } from "./options.ts";
import { countryCode, knownSku, parse, provinceCode } from "./order-body.ts";

const request = z.object({
  shipping_country_code: countryCode,
  shipping_province_code: provinceCode,
  data_order: z.array(z.object({ item_sku: z.string().min(1), item_quantity: z.number().int().min(1) })).min(1),
});

/** print-service: testPrice: base cost and shipping; tax is not computed and is 0. */
export function quoteOrder(settings: Settings, body: unknown): JsonResponse {
  const read = parse(request, body);
  const lines = read.data_order.map(({ item_sku, item_quantity }) => {
    const entry = knownSku(settings, item_sku);
    const fee = new Decimal(entry.shipping[read.shipping_country_code] ?? entry.shippingElsewhere);
    return { sku: item_sku, baseCost: new Decimal(entry.baseCost), item_quantity, fee };
  });
  const data = lines.map((l) => ({
    sku: l.sku,
    base_cost: l.baseCost.toNumber(),
    item_quantity: l.item_quantity,
    shipping_fee: l.fee.toNumber(),
    tax_fee: 0,
    total_price_item: l.baseCost.times(l.item_quantity).plus(l.fee).toNumber(),
  }));
  const total = data.reduce((sum, l) => sum.plus(l.total_price_item), new Decimal(0));
  return ok({ total_price: total.toNumber(), data });
}
