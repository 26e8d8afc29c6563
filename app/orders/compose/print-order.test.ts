import { describe, expect, it } from "vitest";
import { address, gid, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { buildPrintOrder } from "./print-order.ts";
import { chooseShippingMethod } from "./shipping-method.ts";

const reference = "1001-0123456789";
const item = (over = {}) => ({ line: line(), mapping: mapping(), quantity: 1, ...over });

it("builds the whole order", () => {
  const shop = settings({ shippingRules: [{ contains: "fast", country: "US", method: 2 }] });
  const order = snapshot({ shippingMethod: { title: "Fast lane", code: null } });
  const second = item({
    line: line({ gid: gid("LineItem", 2), variantTitle: null }),
    mapping: mapping({ note: "no tag" }),
    quantity: 3,
  });
  const built = buildPrintOrder({ reference, snapshot: order, settings: shop, items: [item(), second] });
  expect(built.holds).toEqual([]);
  expect(built.order).toMatchObject({ reference, method: 2, name: "Ada Example", countryCode: "US" });
  expect(built.order?.items).toEqual([
    {
      productName: "Sample shirt",
      variantTitle: "Black / M",
      itemSku: "TEE-BLACK-M",
      quantity: 1,
      artworkFront: "https://art.example/front.png",
      artworkBack: "",
      mockup: "",
      note: "",
    },
    expect.objectContaining({ variantTitle: "Default", note: "no tag", quantity: 3 }),
  ]);
});

describe("what keeps an order from being sent", () => {
  it("is one hold per line and code, with the problem of each side only", () => {
    const secret = "https://user:secret@art.example/x.png";
    const bad = mapping({ artworkFront: secret, artworkBack: "ftp://art.example/x", requiredSides: ["front", "back"] });
    const built = buildPrintOrder({
      reference,
      snapshot: snapshot(),
      settings: settings(),
      items: [item({ mapping: bad })],
    });
    expect(built.order).toBeNull();
    expect(built.holds).toEqual([
      {
        code: "artwork_unreadable",
        subject: gid("LineItem", 1),
        basis: "link",
        detail: { front: "bad_link", back: "bad_link" },
      },
    ]);
  });

  it("is reported together: address and artwork", () => {
    const order = snapshot({ shippingAddress: address({ address1: null }) });
    const built = buildPrintOrder({
      reference,
      snapshot: order,
      settings: settings(),
      items: [item({ mapping: mapping({ artworkFront: "" }) })],
    });
    expect(built.holds.map(({ code, detail }) => [code, detail])).toEqual([
      ["address_incomplete", { fields: ["address1"] }],
      ["artwork_missing", { sides: ["front"] }],
    ]);
  });

  it("is a mapping without a SKU", () => {
    const built = buildPrintOrder({
      reference,
      snapshot: snapshot(),
      settings: settings(),
      items: [item({ mapping: mapping({ itemSku: " " }) })],
    });
    expect(built).toMatchObject({ order: null, holds: [{ code: "unmapped_line" }] });
  });
});

it("sends nothing when there is nothing to send", () => {
  expect(buildPrintOrder({ reference, snapshot: snapshot(), settings: settings(), items: [] })).toEqual({
    order: null,
    holds: [],
    contents: [],
  });
});

it.each([0, -1, 1.5, Number.NaN])("throws on a quantity of %s", (quantity) => {
  expect(() =>
    buildPrintOrder({ reference, snapshot: snapshot(), settings: settings(), items: [item({ quantity })] }),
  ).toThrow(RangeError);
});

const rules = settings({
  shippingRules: [
    { contains: "EXPRESS", country: "US", method: 1 },
    { contains: "ground", country: "US", method: 2 },
    { contains: "exp", country: "AU", method: 1 },
  ],
}).shippingRules;

it.each([
  ["US", { title: "Express shipping", code: null }, 1],
  ["US", { title: "Cheap", code: "us-GROUND" }, 2],
  ["US", { title: "Standard", code: null }, null],
  ["AU", { title: "Express", code: null }, 1],
  ["AU", { title: "Ground", code: null }, null],
  ["DE", { title: "Express", code: null }, null],
  ["US", null, null],
] as const)("the shipping method for %s by %j is %s", (country, chosen, method) => {
  expect(chooseShippingMethod({ shippingMethod: chosen }, [], country, rules)).toBe(method);
});

describe("the shipping method of an order with split shipping", () => {
  const choice = (title: string) => ({ title, code: null });
  const by = (order: string, ...ofLines: (string | null)[]) =>
    chooseShippingMethod(
      { shippingMethod: choice(order) },
      ofLines.map((title) => (title === null ? {} : { shippingMethod: choice(title) })),
      "US",
      rules,
    );

  it("is that of the printed line, whichever the order names first", () => {
    expect(by("Standard", "Express")).toBe(1);
    expect(by("Express", "Standard")).toBe(null);
  });

  it("is the order's for a line that Shopify gives none", () => expect(by("Express", null)).toBe(1));

  it("is the fastest of several printed lines", () => {
    expect(by("Standard", "Standard", "Ground", "Express")).toBe(1);
    expect(by("Standard", "Standard", "Ground")).toBe(2);
  });

  it("is sent so", () => {
    const split = snapshot({ shippingMethod: choice("Standard") });
    const express = line({ shippingMethod: choice("Express") });
    const shop = settings({ shippingRules: [{ contains: "express", country: "US", method: 1 }] });
    const { order } = buildPrintOrder({ reference, snapshot: split, settings: shop, items: [item({ line: express })] });
    expect(order?.method).toBe(1);
  });
});

it("Australia has no Ground: no settings hold a rule for it", () => {
  expect(() => settings({ shippingRules: [{ contains: "express", country: "AU", method: 2 }] })).toThrow();
});
