import { createHash } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { address, gid, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import type { MappingRule } from "../../ports/order-model.ts";
import { CAPABILITIES, type Capabilities } from "../../ports/print-service.ts";
import { buildPrintOrder } from "./print-order.ts";
import { chooseShippingMethod, isOffered, methodHolds, methodProblem } from "./shipping-method.ts";

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

it("has the same content as before there were further sides, where none has artwork", () => {
  const second = item({
    line: line({ gid: gid("LineItem", 2), variantTitle: null }),
    mapping: mapping({ note: "no tag", artworkBack: "https://art.example/back.png", artworkSides: {} }),
    quantity: 3,
  });
  const built = buildPrintOrder({
    ...{ reference, snapshot: snapshot(), settings: settings(), items: [item(), second] },
    capabilities: CAPABILITIES.v3,
  });
  // Of the text that version 0.1.0 made: what was sent is compared by its hash.
  const hash = createHash("sha256").update(JSON.stringify(built.order)).digest("hex");
  expect(hash).toBe("fed68d78f9d4c094a0b844951fdac12a79eec9fcf1acaae5720710b66a4f8dae");
});

describe("artwork on further sides", () => {
  const hood = "https://art.example/hood.png";
  const chest = "https://art.example/chest.png";
  const build = (capabilities: Capabilities, more: Partial<MappingRule>) =>
    buildPrintOrder({
      ...{ reference, snapshot: snapshot(), settings: settings(), capabilities },
      items: [item({ mapping: mapping(more) })],
    });

  it("is sent with its item, in one sequence whatever that of the mapping is", () => {
    const texts = [
      { hood, left_chest: chest },
      { left_chest: chest, hood },
    ].map((artworkSides) => JSON.stringify(build(CAPABILITIES.v3, { artworkSides }).order?.items));
    expect(texts[0]).toContain(`"artworkSides":{"hood":"${hood}","left_chest":"${chest}"}`);
    expect(texts[1]).toBe(texts[0]);
  });

  it("holds the order on an account that does not take the sides: nothing is printed without them", () => {
    expect(build(CAPABILITIES.v1, { artworkSides: { hood } })).toMatchObject({
      order: null,
      holds: [{ code: "side_not_taken", subject: gid("LineItem", 1), detail: { notTaken: ["hood"] } }],
    });
    expect(build(CAPABILITIES.v1, { artworkSides: {} }).holds).toEqual([]);
  });

  it("holds the order where a required side has none, or a link that is none", () => {
    expect(build(CAPABILITIES.v3, { requiredSides: ["front", "hood"] }).holds).toMatchObject([
      { code: "artwork_missing", detail: { sides: ["hood"] } },
    ]);
    expect(build(CAPABILITIES.v3, { artworkSides: { hood: "no link" } }).holds).toMatchObject([
      { code: "artwork_unreadable", detail: { hood: "bad_link" } },
    ]);
  });
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

  it("is missing artwork: nothing blank is printed", () => {
    const back = mapping({ artworkBack: "", requiredSides: ["front", "back"] });
    const built = buildPrintOrder({
      reference,
      snapshot: snapshot(),
      settings: settings(),
      items: [item({ mapping: back })],
    });
    expect(built.order).toBeNull();
    expect(built.holds).toMatchObject([{ code: "artwork_missing", detail: { sides: ["back"] } }]);
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

it.each([
  ["Standard", "467a9e4b27772158af37e4caaa721084cecd1c0bfc870eee42fa42e0e32d83ec"],
  ["Express", "282f1923f0635ecdb1ba716588f096cf41e7b0f662c23585719a711e6290d447"],
  ["Ground", "c4cf2a893366a0f4ff8582cd0ad8a99d3a63dda5ada022810eb114921a62a578"],
])("what is sent by %s is byte for byte what it was before there were services", (title, hash) => {
  const shippingRules = [
    { contains: "express", country: "US", method: 1 },
    { contains: "ground", country: "US", method: 2 },
  ];
  const shown = snapshot({ shippingMethod: { title, code: null } });
  const { order } = buildPrintOrder({
    ...{ reference, snapshot: shown, settings: settings({ shippingRules }), items: [item()] },
  });
  expect(createHash("sha256").update(JSON.stringify(order)).digest("hex")).toBe(hash);
});

describe("the shipping service of an order", () => {
  const byService = settings({
    shippingRules: [
      { contains: "express", country: "US", method: "PRIORITY" },
      { contains: "express", country: "", method: "DHL" },
      { contains: "economy", country: "", method: "SLOW" },
    ],
  }).shippingRules;
  const choice = (title: string) => ({ title, code: null });
  const chosenFor = (country: string, ...titles: string[]) =>
    chooseShippingMethod(
      { shippingMethod: choice(titles[0] ?? "") },
      titles.map((title) => ({ shippingMethod: choice(title) })),
      country,
      byService,
    );
  const account = {
    capabilities: CAPABILITIES.v3,
    services: [
      { code: "STD", name: "Standard", destinations: ["US", "EU", "WW"] },
      { code: "PRIORITY", name: "Priority", destinations: ["US"] },
      { code: "ODD", name: "", destinations: ["Zone 7"] },
    ],
  };

  it("is that of the first rule for its country, else that for all countries, else none", () => {
    expect(chosenFor("US", "Express")).toBe("PRIORITY");
    expect(chosenFor("DE", "Express")).toBe("DHL");
    expect(chosenFor("US", "Standard")).toBeNull();
  });

  it("is never Standard where one of several items goes by a service, and of several the first in the rules", () => {
    expect(chosenFor("US", "Standard", "Economy")).toBe("SLOW");
    expect(chosenFor("DE", "Economy", "Express", "Standard")).toBe("DHL");
  });

  it("holds the order where the account does not have it, or not for the country, with those that it has", () => {
    const holds = (method: string | 1 | null, country = "US") =>
      methodHolds(method, country, account).map(({ code, detail }) => ({ code, ...detail }));
    const code = "shipping_service_unavailable";
    expect(holds(1)).toEqual([{ code, reason: "no_such_method", services: ["Standard", "Priority", "ODD"] }]);
    expect(holds("DHL", "DE")).toEqual([
      { code, reason: "service_gone", service: "DHL", services: ["Standard", "ODD"] },
    ]);
    expect(holds("PRIORITY", "CA")).toMatchObject([{ reason: "service_destination", services: ["Standard", "ODD"] }]);
    expect([holds("PRIORITY"), holds("STD", "JP"), holds(null), holds("ODD", "FR")]).toEqual([[], [], [], []]);
  });

  it("is not judged while nobody knows what there is, and is none of an account without services", () => {
    expect(methodProblem("DHL", "US", { ...account, services: null })).toBeNull();
    expect(methodProblem("DHL", "US", { capabilities: CAPABILITIES.v1, services: null })).toBe("no_services");
    expect(methodProblem(1, "US", { capabilities: CAPABILITIES.v1, services: null })).toBeNull();
    expect(methodProblem("DHL", "US", { capabilities: undefined, services: null })).toBeNull();
  });

  it("never lets a chosen method of one interface pass on the other", () => {
    const method = fc.oneof(
      fc.constantFrom<1 | 2 | string | null>(1, 2, null, "PRIORITY", "STD"),
      fc.string({ minLength: 1 }),
    );
    fc.assert(
      fc.property(method, fc.constantFrom("US", "AU", "DE", "JP"), (chosen, country) => {
        const v3 = isOffered(chosen, country, account);
        const v1 = isOffered(chosen, country, { capabilities: CAPABILITIES.v1, services: null });
        if (typeof chosen === "number") expect(v3).toBe(false);
        if (typeof chosen === "string") expect(v1).toBe(false);
        if (chosen === null) expect([v1, v3]).toEqual([true, true]);
      }),
    );
  });
});
