import { expect } from "vitest";
import type { PrintItem, PrintOrder } from "../../../app/ports/order-model.ts";
import { RejectedError } from "../../../app/ports/errors.ts";
import { each } from "../run-clauses.testing.ts";
import type { Check, Checks } from "../run-clauses.testing.ts";
import { CREATE, ITEM } from "./harness.testing.ts";
import type { ClientHarness } from "./harness.testing.ts";

const itemWith = (changes: Partial<PrintItem>) => ({ items: [{ ...ITEM, ...changes }] });

/** What is sent for an order that is right but for `changes`. */
async function sent(harness: ClientHarness, changes: Partial<PrintOrder> = {}) {
  await harness.create(changes);
  return harness.fields(CREATE);
}
/** Said by ourselves before anything was sent. */
async function neverSent(harness: ClientHarness, changes: Partial<PrintOrder>) {
  await expect(harness.create(changes)).rejects.toBeInstanceOf(RejectedError);
  expect(harness.requests.filter(({ path }) => path === CREATE)).toEqual([]);
}

/** `wire` carries our field, and an order without it is not sent. */
const required =
  ([wire, ours, value]: [string, keyof PrintOrder, string]): Check<ClientHarness> =>
  async (harness) => {
    await neverSent(harness, { [ours]: "" });
    await neverSent(harness, { [ours]: " " });
    expect(await sent(harness, { [ours]: value })).toMatchObject({ [wire]: value });
  };
const requiredItem =
  ([wire, ours, value]: [string, keyof PrintItem, string]): Check<ClientHarness> =>
  async (harness) => {
    await neverSent(harness, itemWith({ [ours]: "" }));
    expect((await sent(harness, itemWith({ [ours]: value }))).order_items).toMatchObject([{ [wire]: value }]);
  };
const link =
  ([wire, ours]: [string, keyof PrintItem]): Check<ClientHarness> =>
  async (harness) => {
    for (const value of ["https://art.example/a.png", ""]) {
      expect((await sent(harness, itemWith({ [ours]: value }))).order_items).toMatchObject([{ [wire]: value }]);
    }
  };
const method =
  (countryCode: string, value: 1 | 2 | null): Check<ClientHarness> =>
  async (harness) =>
    expect(await sent(harness, { countryCode, method: value })).toMatchObject({ method: value });

const shortId: Check<ClientHarness> = async (harness) => {
  await neverSent(harness, { reference: "1234" });
  expect(await sent(harness, { reference: "12345" })).toMatchObject({ order_id: "12345" });
};
const longProvinceCode: Check<ClientHarness> = async (harness) => {
  await neverSent(harness, { provinceCode: "ABCDE" });
  expect(await sent(harness, { provinceCode: "ABCD" })).toMatchObject({ shipping_province_code: "ABCD" });
};
const province: Check<ClientHarness> = async (harness) => {
  await neverSent(harness, { province: "" });
  expect(await sent(harness)).toMatchObject({ shipping_province: "Tasmania", shipping_povince: "Tasmania" });
};
const STRANGE = `Zoë 木村 ${"x".repeat(300)} "&<>\\`;

export const CREATE_CHECKS: Checks<ClientHarness> = {
  ...each(
    "2.3",
    {
      order_id: ["order_id", "reference", "OWN-77-ID"],
      shipping_name: ["shipping_name", "name", "Ana Silva"],
      shipping_email: ["shipping_email", "email", "ana@example.com"],
      shipping_phone: ["shipping_phone", "phone", "+351 555 01"],
      shipping_address1: ["shipping_address1", "address1", "Rua Um 1"],
      shipping_city: ["shipping_city", "city", "Porto"],
      shipping_zip: ["shipping_zip", "zip", "04000"],
      shipping_province_code: ["shipping_province_code", "provinceCode", "PT13"],
      shipping_country: ["shipping_country", "country", "Portugal"],
      shipping_country_code: ["shipping_country_code", "countryCode", "PT"],
    },
    required,
  ),
  "2.3/order_id-min-5": shortId,
  "2.3/shipping_address2": async (harness) => {
    for (const address2 of ["", "Flat 2"]) {
      expect(await sent(harness, { address2 })).toMatchObject({ shipping_address2: address2 });
    }
  },
  "2.3/shipping_province": province,
  "2.3/shipping_province-both-spellings": province,
  "2.3/shipping_province_code-max-4": longProvinceCode,
  "2.3/order_items": async (harness) => {
    await neverSent(harness, { items: [] });
    expect((await sent(harness, { items: [ITEM, ITEM] })).order_items).toHaveLength(2);
  },
  "2.3/method": async (harness) => expect(await sent(harness)).toMatchObject({ method: null }),
  "2.4/us-1": method("US", 1),
  "2.4/us-2": method("US", 2),
  "2.4/au-1": method("AU", 1),
  "2.4/any-null": method("DE", null),
  ...each(
    "2.5",
    {
      product_name: ["product_name", "productName", "Tall mug"],
      variant_title: ["variant_title", "variantTitle", "15 oz"],
      item_sku: ["item_sku", "itemSku", "POSTER-A3"],
    },
    requiredItem,
  ),
  "2.5/unfulfill_quantity": async (harness) => {
    for (const quantity of [0, -1, 1.5]) await neverSent(harness, itemWith({ quantity }));
    expect((await sent(harness, itemWith({ quantity: 7 }))).order_items).toMatchObject([{ unfulfill_quantity: 7 }]);
  },
  ...each(
    "2.5",
    {
      artwork_front: ["artwork_front", "artworkFront"],
      artwork_back: ["artwork_back", "artworkBack"],
      url_mockup: ["url_mockup", "mockup"],
    },
    link,
  ),
  "2.5/variant_note": async (harness) => {
    expect((await sent(harness, itemWith({ note: "gift" }))).order_items).toMatchObject([{ variant_note: "gift" }]);
    expect((await sent(harness, itemWith({ note: "" }))).order_items[0]).not.toHaveProperty("variant_note");
  },
  "2/lengths-open": async (harness) =>
    expect(await sent(harness, { name: STRANGE, address1: STRANGE })).toMatchObject({
      shipping_name: STRANGE,
      shipping_address1: STRANGE,
    }),
  "4.3/body": async (harness) => {
    const body = await sent(harness);
    expect(Object.keys(body)).toHaveLength(15);
    expect(body.order_items).toMatchObject([{ item_sku: "MUG-11OZ", unfulfill_quantity: 2 }]);
  },
  "8/order_id": shortId,
  "8/shipping_province_code": longProvinceCode,
};
