import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "../common/lossless-json.ts";
import { parseOrderPayload } from "./order-payload.ts";

type Wire = Record<string, unknown>;

const line = (over: Wire = {}): Wire => ({
  id: 11,
  admin_graphql_api_id: "gid://shopify/LineItem/11",
  product_id: 21,
  variant_id: 31,
  title: "Shirt",
  variant_title: "M",
  sku: "S-M",
  vendor: "Us",
  quantity: 3,
  current_quantity: 2,
  fulfillable_quantity: 1,
  requires_shipping: true,
  gift_card: false,
  fulfillment_service: "manual",
  price: "20.00",
  discount_allocations: [{ amount: "6.00" }],
  properties: [{ name: "Text", value: "Hi" }],
  ...over,
});

const order = (over: Wire = {}): Wire => ({
  id: 1,
  admin_graphql_api_id: "gid://shopify/Order/1",
  name: "#1001",
  created_at: "2026-11-01T10:00:00-05:00",
  updated_at: "2026-11-01T10:00:01-05:00",
  cancelled_at: null,
  test: false,
  financial_status: "paid",
  currency: "USD",
  total_shipping_price_set: { shop_money: { amount: "5.00", currency_code: "USD" } },
  shipping_lines: [
    { title: "Old", code: "O", is_removed: true },
    { title: "Fast", code: "F" },
  ],
  line_items: [line()],
  ...over,
});

const parse = (wire: unknown) => parseText(JSON.stringify(wire));
const parseText = (body: string) => parseOrderPayload(parseJson(Buffer.from(body))?.value);
function snapshotOf(wire: unknown) {
  const read = parse(wire);
  if (!read.ok) throw new Error(read.problem);
  return read.snapshot;
}

test("sets aside what is larger or deeper than an order can be", () => {
  const lines = Array.from({ length: 1001 }, (_, n) => line({ id: n + 1, admin_graphql_api_id: null }));
  expect(parse(order({ line_items: lines }))).toEqual({ ok: false, problem: "too_many_lines" });
  expect(snapshotOf(order({ line_items: lines.slice(1) })).lines).toHaveLength(1000);
  const deep = `{"note":${"[".repeat(200_000)}${"]".repeat(200_000)}}`;
  expect(parseText(deep).ok).toBe(false);
  expect(parse(order({ line_items: Array.from({ length: 400_000 }, () => ({})) })).ok).toBe(false);
});

test("reads an order", () => {
  expect(snapshotOf(order())).toMatchObject({
    gid: "gid://shopify/Order/1",
    createdAt: new Date("2026-11-01T15:00:00Z"),
    financialStatus: "paid",
    shippingPaid: "5.00",
    shippingMethod: { title: "Fast", code: "F" },
    shippingAddress: null,
    risk: "unknown",
    routed: null,
    developmentStore: null,
    complete: false,
    lines: [
      {
        gid: "gid://shopify/LineItem/11",
        variantGid: "gid://shopify/ProductVariant/31",
        quantity: 2,
        remaining: 1,
        unitPrice: "18",
      },
    ],
  });
});

test("reads an order in a currency of Shopify's own", () => {
  expect(snapshotOf(order({ currency: "USDC" }))).toMatchObject({ currency: "USDC" });
});

test("takes off the taxes that prices include, also of what is left of the shipping", () => {
  const taxed = line({ quantity: 2, price: "30.00", discount_allocations: [{ amount: "10.00" }] });
  const tax_lines = [{ price: "8.00" }, { price: "2.00" }, { price: null }];
  const shipping_lines = [{ title: "Fast", code: "F", discounted_price: "6.00", tax_lines: [{ price: "1.20" }] }];
  const set = (amount: string) => ({ shop_money: { amount } });
  const over = { line_items: [{ ...taxed, tax_lines }], shipping_lines, current_shipping_price_set: set("3.00") };
  const paidOf = (taxes_included: boolean) => {
    const { lines, shippingPaid } = snapshotOf(order({ ...over, taxes_included }));
    return [lines[0]?.unitPrice, shippingPaid];
  };
  expect(paidOf(false)).toEqual(["25", "3.00"]);
  expect(paidOf(true)).toEqual(["20", "2.4"]);
});

test("keeps ids above 2^53 as they are, named by number alone", () => {
  const body = JSON.stringify(
    order({
      id: "ID",
      admin_graphql_api_id: null,
      line_items: [line({ id: "LINE", admin_graphql_api_id: undefined, variant_id: "V" })],
    }),
  )
    .replace('"ID"', "9007199254740993")
    .replace('"LINE"', "9223372036854775807")
    .replace('"V"', "18446744073709551615");
  const read = parseText(body);
  expect(read).toMatchObject({
    ok: true,
    snapshot: {
      gid: "gid://shopify/Order/9007199254740993",
      lines: [
        {
          gid: "gid://shopify/LineItem/9223372036854775807",
          variantGid: "gid://shopify/ProductVariant/18446744073709551615",
        },
      ],
    },
  });
});

test("names and addresses may be null, empty is null", () => {
  const address = { first_name: null, name: null, address1: "Street 1", address2: "", zip: 4711, country_code: "DE" };
  expect(snapshotOf(order({ shipping_address: address })).shippingAddress).toMatchObject({
    firstName: null,
    name: null,
    address2: null,
    zip: null,
    countryCode: "DE",
  });
});

test("tips, gift cards, other services and lines without shipping are told apart", () => {
  const lines = [
    line({ id: 1, admin_graphql_api_id: null, title: "Tip", variant_id: null, product_id: null, sku: null }),
    line({ id: 2, admin_graphql_api_id: null, title: "Tip" }),
    line({
      id: 3,
      admin_graphql_api_id: null,
      gift_card: true,
      fulfillment_service: "gift_card",
      requires_shipping: false,
    }),
    line({ id: 4, admin_graphql_api_id: null, variant_id: null, product_id: null }),
  ];
  const read = snapshotOf(order({ line_items: lines })).lines;
  expect(read.map((l) => l.tip)).toEqual([true, false, false, false]);
  expect(read[2]).toMatchObject({ giftCard: true, requiresShipping: false, fulfillmentService: "gift_card" });
  expect(read[3]).toMatchObject({ variantGid: null, productGid: null });
});

test("property values become text, whatever they are", () => {
  const properties = [
    { name: "a", value: 1 },
    { name: "b", value: null },
    { name: null, value: { x: true } },
    { name: "n", value: "N\u0000UL" },
  ];
  expect(snapshotOf(order({ line_items: [line({ properties })] })).lines[0]?.properties).toEqual([
    { name: "a", value: "1" },
    { name: "b", value: "" },
    { name: "", value: '{"x":true}' },
    { name: "n", value: "NUL" },
  ]);
});

test("five hundred lines are all there", () => {
  const lines = Array.from({ length: 500 }, (_, at) => line({ id: at + 1, admin_graphql_api_id: null }));
  expect(snapshotOf(order({ line_items: lines })).lines).toHaveLength(500);
});

describe("what cannot be read is named without its value", () => {
  test.each([
    ["unreadable:", "null"],
    ["unreadable:id", JSON.stringify(order({ id: "secret", admin_graphql_api_id: null }))],
    ["unreadable:created_at", JSON.stringify(order({ created_at: "secret" }))],
    ["unreadable:line_items.0.quantity", JSON.stringify(order({ line_items: [line({ quantity: -1 })] }))],
    [
      "unreadable:line_items.0.id",
      JSON.stringify(order({ line_items: [line({ id: null, admin_graphql_api_id: null })] })),
    ],
    ["unreadable:line_items", JSON.stringify(order({ line_items: "secret" }))],
  ])("%s", (problem, body) => {
    expect(parseText(body)).toEqual({ ok: false, problem });
  });
});

test("__proto__ in a body reaches nothing", () => {
  const body = JSON.stringify(order()).replace('"name":"#1001"', '"__proto__":{"polluted":true},"name":"#1001"');
  expect(parseText(body).ok).toBe(true);
  expect(({} as Wire)["polluted"]).toBeUndefined();
});

test("no body makes it throw, and what it reads is what the database takes", () => {
  const fields = Object.keys(order());
  const odd = fc.dictionary(fc.constantFrom(...fields), fc.jsonValue());
  fc.assert(
    fc.property(
      odd,
      fc.array(fc.dictionary(fc.constantFrom(...Object.keys(line())), fc.jsonValue()), { maxLength: 3 }),
      (over, lines) => {
        const read = parse({ ...order(), line_items: [line(), ...lines.map((l) => line(l))], ...over });
        if (!read.ok) return;
        for (const l of read.snapshot.lines) {
          expect(l.quantity).toBeGreaterThanOrEqual(0);
          expect(l.remaining).toBeLessThanOrEqual(l.quantity);
        }
        expect(JSON.stringify(read.snapshot)).not.toContain("\\u0000");
      },
    ),
    { numRuns: 300 },
  );
});

describe("what of a line is still to be fulfilled", () => {
  const remaining = (over: Wire) => snapshotOf(order({ line_items: [line(over)] })).lines[0];
  const TWO_OF_THREE = { quantity: 3, current_quantity: 2 };

  test.each([
    ["nothing is fulfilled, and all is on hold", { fulfillable_quantity: 0, fulfillment_status: null }, 2],
    ["nothing is fulfilled, and a piece is on hold", { fulfillable_quantity: 1, fulfillment_status: null }, 2],
    ["all is fulfilled", { fulfillable_quantity: 0, fulfillment_status: "fulfilled" }, 0],
    ["nothing is fulfilled or held", { fulfillable_quantity: 2 }, 2],
    ["all was removed", { current_quantity: 0, fulfillable_quantity: 0, fulfillment_status: null }, 0],
  ])("is known where %s", (_what, over, expected) => {
    const read = remaining({ ...TWO_OF_THREE, ...over });
    expect([read?.remaining, read?.remainingUncertain ?? false]).toEqual([expected, false]);
  });

  test.each([
    ["a part is fulfilled, and the rest may be on hold", { fulfillment_status: "partial" }],
    ["a subscription leaves the status out", {}],
    ["the status is one that nobody knows", { fulfillment_status: "on_hold" }],
    ["removals do not show", { current_quantity: null, fulfillment_status: null }],
  ])("is uncertain where %s", (_what, over) => {
    const read = remaining({ ...TWO_OF_THREE, fulfillable_quantity: 0, ...over });
    expect([read?.remaining, read?.remainingUncertain]).toEqual([0, true]);
  });
});

describe("an odd value", () => {
  test("of a list costs its own entry alone", () => {
    const odd = line({
      properties: [null, "Text", { name: "Text", value: "Hi" }],
      discount_allocations: [7, { amount: "6.00" }],
      fulfillable_quantity: "x",
    });
    const read = snapshotOf(order({ line_items: [odd], shipping_lines: [null, { title: "Fast", code: "F" }] }));
    expect(read.lines[0]).toMatchObject({
      properties: [{ name: "Text", value: "Hi" }],
      unitPrice: "18",
      quantity: 2,
      remaining: 2,
    });
    expect(read.shippingMethod).toEqual({ title: "Fast", code: "F" });
  });

  test.each([
    ["a quantity that no order has", { quantity: 3_000_000_000 }, "unreadable:line_items.1.quantity"],
    ["an id that another line has", { id: 11, admin_graphql_api_id: null }, "unreadable:line_items.1.id"],
  ])("such as %s is named", (_what, over, problem) => {
    const other = line({ id: 12, admin_graphql_api_id: null, ...over });
    expect(parse(order({ line_items: [line(), other] }))).toEqual({ ok: false, problem });
  });
});
