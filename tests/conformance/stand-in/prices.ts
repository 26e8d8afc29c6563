import { expect } from "vitest";
import { each } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { PRICE, expectRejected, expectAccepted } from "./service.testing.ts";
import type { Service } from "./service.testing.ts";

const line = (changes: Record<string, unknown> = {}) => ({ item_sku: "MUG-11OZ", item_quantity: 3, ...changes });
const ask = (service: Service, changes: Record<string, unknown> = {}) =>
  service.post(PRICE, {
    shipping_country_code: "US",
    shipping_province_code: "OR",
    data_order: [line(), line({ item_sku: "TOTE-NATURAL", item_quantity: 1 })],
    ...changes,
  });

/** Refused with these, taken as it should be. */
const refuses =
  (field: string, ...wrong: unknown[]): Check<Service> =>
  async (service) => {
    for (const value of wrong) expectRejected(await ask(service, { [field]: value }));
    expectAccepted(await ask(service));
  };
const refusesLine =
  (field: string, ...wrong: unknown[]): Check<Service> =>
  async (service) => {
    for (const value of wrong) expectRejected(await ask(service, { data_order: [line({ [field]: value })] }));
    expectAccepted(await ask(service));
  };
// A mug costs 4.35 and 4.49 to ship within the US, a tote bag 6.10 and 2.19.
const MUGS = {
  sku: "MUG-11OZ",
  base_cost: 4.35,
  item_quantity: 3,
  shipping_fee: 4.49,
  tax_fee: 0,
  total_price_item: 17.54,
};
const shows =
  (field: keyof typeof MUGS): Check<Service> =>
  async (service) =>
    expect((await ask(service)).body.data[0]).toMatchObject({ [field]: MUGS[field] });

const answer: Check<Service> = async (service) =>
  expect((await ask(service)).body).toMatchObject({
    status: 200,
    total_price: 25.83,
    data: [MUGS, expect.any(Object)],
  });
const countryCode = refuses("shipping_country_code", undefined, "", "USA", 1);
const provinceCode = refuses("shipping_province_code", undefined, "", "ABCDE", 1);
const dataOrder = refuses("data_order", undefined, [], {});

export const PRICE_CHECKS: Checks<Service> = {
  "2.10/shipping_country_code": countryCode,
  "2.10/shipping_province_code": provinceCode,
  "2.10/data_order": dataOrder,
  "2.10/data_order-item_sku": refusesLine("item_sku", undefined, "", "NO-SUCH"),
  "2.10/data_order-item_quantity": refusesLine("item_quantity", undefined, 0, "3"),
  "2.10/status": async (service) => expect((await ask(service)).body.status).toBe(200),
  "2.10/message": async (service) => expect((await ask(service)).body.message).toEqual(expect.any(String)),
  "2.10/total_price": async (service) => expect((await ask(service)).body.total_price).toBe(25.83),
  "2.10/data": async (service) => expect((await ask(service)).body.data).toHaveLength(2),
  ...each<Service, keyof typeof MUGS>(
    "2.10",
    {
      "data-sku": "sku",
      "data-base_cost": "base_cost",
      "data-item_quantity": "item_quantity",
      "data-shipping_fee": "shipping_fee",
      "data-tax_fee": "tax_fee",
      "data-total_price_item": "total_price_item",
    },
    shows,
  ),
  "2.10/tax-apart": answer,
  "4.4/post": async (service) => {
    expect((await service.get(PRICE)).httpStatus).toBe(404);
    expectAccepted(await ask(service));
  },
  "4.4/data_order": dataOrder,
  "4.4/shipping_province_code": provinceCode,
  "4.4/shipping_country_code": countryCode,
  "4.4/answer": answer,
};
