import { expect } from "vitest";
import type { Quote } from "../../../app/ports/print-service.ts";
import { seenOnce } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { PRICE } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";

const ASK = {
  countryCode: "US",
  provinceCode: "OR",
  items: [
    { itemSku: "MUG-11OZ", quantity: 3 },
    { itemSku: "TOTE-NATURAL", quantity: 1 },
  ],
};
const WIRE = {
  shipping_country_code: "US",
  shipping_province_code: "OR",
  data_order: [
    { item_sku: "MUG-11OZ", item_quantity: 3 },
    { item_sku: "TOTE-NATURAL", item_quantity: 1 },
  ],
};
const asks =
  (...fields: (keyof typeof WIRE)[]): Check<ClientHarness> =>
  async (harness) => {
    await harness.account.testPrice(ASK);
    for (const field of fields) expect(harness.fields(PRICE)[field]).toEqual(WIRE[field]);
    expect(Object.keys(harness.fields(PRICE)).toSorted()).toEqual(Object.keys(WIRE).toSorted());
  };
const price = seenOnce(({ account }: ClientHarness) => account.testPrice(ASK));
const line =
  (expected: Partial<Quote["lines"][number]>): Check<ClientHarness> =>
  async (harness) =>
    expect((await price(harness)).lines[0]).toMatchObject(expected);

export const PRICE_CHECKS: Checks<ClientHarness> = {
  "2.10/shipping_country_code": asks("shipping_country_code"),
  "2.10/shipping_province_code": asks("shipping_province_code"),
  "2.10/data_order": asks("data_order"),
  "2.10/data_order-item_sku": asks("data_order"),
  "2.10/data_order-item_quantity": asks("data_order"),
  "2.10/total_price": async (harness) => expect((await price(harness)).totalPrice).toBe("25.83"),
  "2.10/data": async (harness) => expect((await price(harness)).lines).toHaveLength(2),
  "2.10/data-sku": line({ itemSku: "MUG-11OZ" }),
  "2.10/data-base_cost": line({ baseCost: "4.35" }),
  "2.10/data-item_quantity": line({ quantity: 3 }),
  "2.10/data-shipping_fee": line({ shippingFee: "4.49" }),
  "2.10/data-tax_fee": line({ taxFee: "0" }),
  "2.10/data-total_price_item": line({ totalPrice: "17.54" }),
  "2.10/tax-apart": line({ taxFee: "0", totalPrice: "17.54" }),
  "4.4/data_order": asks("data_order"),
  "4.4/shipping_province_code": asks("shipping_province_code"),
  "4.4/shipping_country_code": asks("shipping_country_code"),
  "4.4/answer": async (harness) =>
    expect(await price(harness)).toEqual({
      totalPrice: "25.83",
      lines: [expect.any(Object), expect.any(Object)],
    }),
};
