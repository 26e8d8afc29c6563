import { expect } from "vitest";
import { each } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { CREATE, itemFields, orderFields, expectRejected, expectAccepted } from "./service.testing.ts";
import type { Json, Service } from "./service.testing.ts";

/** The order is not taken without the field, nor with it empty or of another type; nothing is made. */
const required =
  (field: string): Check<Service> =>
  async (service) => {
    for (const value of [undefined, "", 7]) expectRejected(await service.create({ [field]: value }));
    expect(service.standIn.state().orders).toEqual([]);
    expectAccepted(await service.create());
  };
const requiredItem =
  (field: string): Check<Service> =>
  async (service) => {
    for (const value of [undefined, "", false]) {
      expectRejected(await service.create({ order_items: [itemFields({ [field]: value })] }));
    }
    expectAccepted(await service.create());
  };
const link =
  (field: string): Check<Service> =>
  async (service) => {
    expectRejected(await service.create({ order_items: [itemFields({ [field]: "front.png" })] }));
    for (const value of [undefined, "", "https://art.example/a.png"]) {
      expectAccepted(await service.create({ order_items: [itemFields({ [field]: value })] }));
    }
  };
const method =
  (value: number | null, shipping_country_code: string): Check<Service> =>
  async (service) => {
    expectAccepted(await service.create({ method: value, shipping_country_code }));
    expect(service.standIn.state().orders[0]?.method).toBe(value);
    expectRejected(await service.create({ method: 3, shipping_country_code }));
  };
const created =
  (path: (body: Json) => unknown, expected: unknown): Check<Service> =>
  async (service) =>
    expect(path((await service.create()).body)).toEqual(expected);
const both = { shipping_province: "Oregon", shipping_povince: "Oregon" };
const neither = { shipping_province: undefined, shipping_povince: undefined };
const shortId: Check<Service> = async (service) => {
  expectRejected(await service.create({ order_id: "1234" }));
  expectAccepted(await service.create({ order_id: "12345" }));
};
const longProvinceCode: Check<Service> = async (service) => {
  expectRejected(await service.create({ shipping_province_code: "ABCDE" }));
  expectAccepted(await service.create({ shipping_province_code: "ABCD" }));
};
const text = ["name", "email", "phone", "address1", "city", "zip", "province_code", "country"];
const plain = Object.fromEntries(text.map((name) => [`shipping_${name}`, `shipping_${name}`]));
const asDescribed: Check<Service> = async (service) => {
  expectAccepted(await service.create());
  const [made] = service.standIn.state().orders;
  expect(JSON.parse(made?.raw ?? "")).toEqual(orderFields(service.dialect));
};
const item = (body: Json) => body.result.order_items[0];

export const CREATE_CHECKS: Checks<Service> = {
  ...each("2.3", plain, required),
  "2.3/order_id": required("order_id"),
  "2.3/order_id-min-5": shortId,
  "2.3/shipping_address2": async (service) => {
    for (const value of [undefined, 7]) expectRejected(await service.create({ shipping_address2: value }));
    for (const value of ["", "Flat 2"]) expectAccepted(await service.create({ shipping_address2: value }));
  },
  "2.3/shipping_province": async (service) => {
    const { province } = service.dialect;
    const other = province === "shipping_province" ? "shipping_povince" : "shipping_province";
    expectRejected(await service.create({ ...neither, [other]: "Oregon" }));
    expectAccepted(await service.create({ ...neither, [province]: "Oregon" }));
  },
  "2.3/shipping_province-both-spellings": async (service) => expectAccepted(await service.create(both)),
  "2.3/shipping_province_code-max-4": longProvinceCode,
  "2.3/shipping_country_code": async (service) => {
    for (const value of [undefined, "", "USA", "us"])
      expectRejected(await service.create({ shipping_country_code: value }));
    expectAccepted(await service.create({ shipping_country_code: "NZ" }));
  },
  "2.3/order_items": async (service) => {
    for (const value of [undefined, [], {}]) expectRejected(await service.create({ order_items: value }));
    expectAccepted(await service.create({ order_items: [itemFields(), itemFields({ item_sku: "POSTER-A3" })] }));
  },
  "2.3/method": async (service) => {
    for (const value of ["1", true]) expectRejected(await service.create({ method: value }));
    for (const value of [null, 1]) expectAccepted(await service.create({ method: value }));
  },
  "2.4/us-1": method(1, "US"),
  "2.4/us-2": method(2, "US"),
  "2.4/au-1": async (service) => {
    await method(1, "AU")(service);
    expectRejected(await service.create({ method: 2, shipping_country_code: "AU" }));
  },
  "2.4/any-null": async (service) => {
    for (const code of ["US", "AU", "DE"])
      expectAccepted(await service.create({ method: null, shipping_country_code: code }));
    expectRejected(await service.create({ method: 1, shipping_country_code: "DE" }));
  },
  "2.4/omitted": async (service) => {
    expectAccepted(await service.create({ method: undefined }));
    expect(service.standIn.state().orders[0]?.method).toBeNull();
  },
  "2.5/product_name": requiredItem("product_name"),
  "2.5/variant_title": requiredItem("variant_title"),
  "2.5/item_sku": async (service) => {
    await requiredItem("item_sku")(service);
    expectRejected(await service.create({ order_items: [itemFields({ item_sku: "NO-SUCH" })] }));
  },
  "2.5/unfulfill_quantity": async (service) => {
    for (const value of [undefined, 0, "3", 1.5]) {
      expectRejected(await service.create({ order_items: [itemFields({ unfulfill_quantity: value })] }));
    }
    expectAccepted(await service.create());
  },
  ...each("2.5", { artwork_front: "artwork_front", artwork_back: "artwork_back", url_mockup: "url_mockup" }, link),
  "2.5/variant_note": async (service) => {
    for (const value of [undefined, "", "gift"]) {
      expectAccepted(await service.create({ order_items: [itemFields({ variant_note: value })] }));
    }
    expect(service.standIn.state().orders.map((o) => o.items[0]?.note)).toEqual(["", "", "gift"]);
  },
  "2.6/status": created((body) => body.status, 200),
  "2.6/message": created((body) => body.message, expect.any(String)),
  "2.6/order_id": created((body) => body.result.order_id, "CONF-0001"),
  "2.6/updated_at": created((body) => body.result.updated_at, "2026-11-20 12:00:00"),
  "2.6/order_items": created((body) => body.result.order_items, [expect.any(Object)]),
  "2.6/order_items-prefix_id": async (service) =>
    expect(item((await service.create()).body)[`${service.dialect.prefix}_id`]).toEqual(expect.any(Number)),
  "2.6/order_items-product_name": created((body) => item(body).product_name, "Harbour mug"),
  "2.6/order_items-item_sku": created((body) => item(body).item_sku, "MUG-11OZ"),
  "2.6/order_items-unfulfill_quantity": created((body) => item(body).unfulfill_quantity, 3),
  "4.3/post": async (service) => {
    expect((await service.get(CREATE)).httpStatus).toBe(404);
    expectAccepted(await service.create());
  },
  "4.3/body": asDescribed,
  "4.3/answer": created((body) => Object.keys(body).toSorted(), ["message", "result", "status"]),
  "8/order_id": shortId,
  "8/shipping_province_code": async (service) => {
    await longProvinceCode(service);
    const data_order = [{ item_sku: "MUG-11OZ", item_quantity: 1 }];
    const ask = { shipping_country_code: "US", shipping_province_code: "ABCDE", data_order };
    expectRejected(await service.post("orders/v1/test-cost-order", ask));
  },
};
