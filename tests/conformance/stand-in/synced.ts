import { expect } from "vitest";
import { TODAY } from "../dialects.ts";
import { each, seenOnce } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { DETAIL, itemFields, LIST, expectRejected, expectAccepted } from "./service.testing.ts";
import type { Json, Service } from "./service.testing.ts";

const ASK = { order_id: "CONF-0001", date: TODAY };

/** An order on its way, as the list and as the detail show it. */
const shown = seenOnce(async (service: Service): Promise<{ row: Json; order: Json }> => {
  expectAccepted(await service.create());
  service.standIn.startProduction("CONF-0001");
  service.standIn.printLabel("CONF-0001", { trackingNumber: "9400" });
  const row = (await service.get(LIST)).body.orders[0];
  return { row, order: (await service.get(DETAIL, ASK)).body.order };
});

const ORDER = {
  order_name: "CONF-0001",
  shipping_name: "Noor Haddad",
  shipping_phone: "+1 555 0134",
  shipping_email: "noor@example.com",
  shipping_address1: "88 Cedar Lane",
  shipping_address2: "",
  shipping_city: "Salem",
  shipping_province: "Oregon",
  shipping_province_code: "OR",
  shipping_country: "United States",
  shipping_country_code: "US",
  store_name: expect.any(String),
  order_items: [expect.any(Object)],
  trackings: [expect.any(Object)],
};
const ITEM = {
  product_name: "Harbour mug",
  unfulfill_quantity: 3,
  item_sku: "MUG-11OZ",
  artwork_front: "https://art.example/front.png",
  artwork_back: "https://art.example/back.png",
  url_mockup: "",
  order_status: "In production",
  payment_status: "Unpaid",
};
const TRACKING = {
  tracking_number: "9400",
  tracking_url: expect.stringMatching(/^https:\/\//),
  updated_at: "2026-11-20 12:00:00",
};

/** A check for each field: the list and the detail show this value. */
const fields = (section: string, expected: Record<string, unknown>, part: (order: Json) => Json): Checks<Service> =>
  each<Service, [string, unknown]>(
    section,
    Object.fromEntries(Object.entries(expected).map((field) => [field[0], field])),
    ([name, value]) =>
      async (service) => {
        const { row, order } = await shown(service);
        for (const synced of [row, order]) expect(part(synced)[name]).toEqual(value);
      },
  );
const { order_name, ...otherFields } = ORDER;
const itemHas = (name: "order_status" | "payment_status", value: string): Check<Service> =>
  async function (service) {
    const { row } = await shown(service);
    expect(row.order_items[0][name]).toBe(value);
  };

export const SYNCED_CHECKS: Checks<Service> = {
  ...fields("2.7", { order_name, ...otherFields }, (order) => order),
  ...fields("2.8", ITEM, (order) => order.order_items[0]),
  ...fields("2.9", TRACKING, (order) => order.trackings[0]),
  "2.7/prefix_order_id": async (service) => {
    const { row, order } = await shown(service);
    const name = `${service.dialect.prefix}_order_id`;
    expect(row[name]).toEqual(expect.stringMatching(/./));
    expect(order[name]).toBe(row[name]);
  },
  "2.7/dtime_entered": async (service) => expect((await shown(service)).row.dtime_entered).toBe("2026-11-20 12:00:00"),
  "2.7/dtime_entered-list-only": async (service) =>
    expect((await shown(service)).order).not.toHaveProperty("dtime_entered"),
  "2.7/trackings": async (service) => {
    expectAccepted(await service.create());
    expect((await service.get(LIST)).body.orders[0].trackings).toEqual([]);
    service.standIn.printLabel("CONF-0001", { split: 2 });
    expect((await service.get(LIST)).body.orders[0].trackings).toHaveLength(2);
  },
  "3/in-production": itemHas("order_status", "In production"),
  "3/unpaid": itemHas("payment_status", "Unpaid"),
  "4.6/get": async (service) => {
    expectAccepted(await service.create());
    expect((await service.post(DETAIL, ASK)).httpStatus).toBe(404);
    expectAccepted(await service.get(DETAIL, ASK));
  },
  "4.6/order_id": async (service) => {
    expectAccepted(await service.create());
    expectRejected(await service.get(DETAIL, { date: TODAY }));
    expectRejected(await service.get(DETAIL, { ...ASK, order_id: "CONF-0002" }));
  },
  "4.6/date": async (service) => {
    expectAccepted(await service.create());
    expectRejected(await service.get(DETAIL, { order_id: "CONF-0001" }));
    for (const date of ["2026-11-19", "20 November", `${TODAY} 00:00:00`]) {
      expectRejected(await service.get(DETAIL, { ...ASK, date }));
    }
  },
  "4.6/answer": async (service) => {
    expectAccepted(await service.create({ order_items: [itemFields(), itemFields({ item_sku: "POSTER-A3" })] }));
    const { body } = await service.get(DETAIL, ASK);
    expect(body).toEqual({ status: 200, message: expect.any(String), order: expect.any(Object) });
    expect(body.order.order_items.map((item: Json) => item.item_sku)).toEqual(["MUG-11OZ", "POSTER-A3"]);
  },
};
