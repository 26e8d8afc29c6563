import { describe, expect, it } from "vitest";
import { line, mapping, settings } from "../../../tests/support/order-fixtures.ts";
import { ALL_PRODUCTS } from "../../settings/all-products.ts";
import { decideLine, needsWholeOrder } from "./eligibility.ts";
import type { Gid } from "../../ports/gid.ts";

const mappingRule = mapping();
const none = { byVariant: () => undefined, hasProduct: () => false, isNotPrinted: () => false };
const mapped = {
  byVariant: (gid: Gid<"ProductVariant">) => (gid === mappingRule.variantGid ? mappingRule : undefined),
  isNotPrinted: () => false,
  hasProduct: (gid: Gid<"Product">) => gid === mappingRule.productGid,
};
const rule = (printableRule: Record<string, string[]>) => settings({ printableRule });

describe("decideLine", () => {
  it("prints a mapped variant, and its siblings", () => {
    expect(decideLine(line(), mapped, settings())).toEqual({ eligibility: "printable", reason: "mapped_variant" });
    const sibling = line({ variantGid: "gid://shopify/ProductVariant/9007199254740993" });
    expect(decideLine(sibling, mapped, settings())).toEqual({ eligibility: "printable", reason: "sibling_mapped" });
    expect(decideLine(line({ variantGid: null }), mapped, settings()).reason).toBe("sibling_mapped");
  });

  it.each([
    ["gift_card", line({ giftCard: true })],
    ["tip", line({ tip: true, requiresShipping: false })],
    ["no_shipping", line({ requiresShipping: false })],
    ["other_fulfillment_service", line({ fulfillmentService: "another-printer" })],
  ])("never prints %s, not even when it is mapped", (reason, given) => {
    expect(decideLine(given, mapped, settings())).toEqual({ eligibility: "excluded", reason });
  });

  it.each([null, "", "manual", "Manual"])("prints a line whose fulfillment service is %j", (fulfillmentService) => {
    expect(decideLine(line({ fulfillmentService }), mapped, settings()).eligibility).toBe("printable");
  });

  it.each([
    ["rule_vendor", line({ vendor: "ACME Print" }), rule({ vendors: ["acme print"] })],
    ["rule_tag", line({ productTags: ["summer", "PRINT"] }), rule({ productTags: ["print"] })],
    ["rule_type", line({ productType: "T-Shirt" }), rule({ productTypes: ["t-shirt"] })],
    ["rule_sku", line({ sku: "pod-1-m" }), rule({ skuPrefixes: ["POD-"] })],
  ])("prints an unmapped line by %s, ignoring case", (reason, given, shop) => {
    expect(decideLine(given, none, shop)).toEqual({ eligibility: "printable", reason });
  });

  it("prints every unmapped product where the rule is all products, with a SKU or without, and no custom item", () => {
    const all = rule({ skuPrefixes: [ALL_PRODUCTS] });
    for (const sku of [null, "ANY-1"])
      expect(decideLine(line({ sku }), none, all)).toEqual({ eligibility: "printable", reason: "rule_sku" });
    expect(decideLine(line({ giftCard: true }), none, all).reason).toBe("gift_card");
    const custom = line({ productGid: null, variantGid: null, sku: "TEE-1", vendor: null, variantTitle: null });
    expect(decideLine(custom, none, all)).toEqual({ eligibility: "excluded", reason: "no_match" });
  });

  it("excludes custom lines and everything else", () => {
    const custom = line({ productGid: null, variantGid: null, sku: null, vendor: null, variantTitle: null });
    const shop = rule({ vendors: ["x"], productTags: ["x"], productTypes: ["x"], skuPrefixes: ["x"] });
    expect(decideLine(custom, mapped, shop)).toEqual({ eligibility: "excluded", reason: "no_match" });
    expect(decideLine({ ...custom, sku: "TEE-1" }, mapped, shop).reason).toBe("no_match");
  });

  it.each([
    ["a vendor", { vendor: "Press", variantTitle: null }],
    ["a variant title", { vendor: null, variantTitle: "M" }],
  ])("prints no line of a product that was deleted before: it has %s, and no product", (_what, left) => {
    const deleted = line({ productGid: null, variantGid: null, sku: "DROP-M", ...left });
    const decision = { eligibility: "printable", reason: "product_deleted" };
    expect(decideLine(deleted, mapped, settings())).toEqual(decision);
    expect(decideLine(deleted, none, rule({ skuPrefixes: ["DROP-"] }))).toEqual(decision);
    expect(decideLine({ ...deleted, giftCard: true }, mapped, settings()).reason).toBe("gift_card");
  });
});

describe("needsWholeOrder", () => {
  it("is true only for facts that a webhook lacks", () => {
    expect(needsWholeOrder(rule({ vendors: ["x"], skuPrefixes: ["x"] }))).toBe(false);
    expect(needsWholeOrder(rule({ productTags: ["x"] }))).toBe(true);
    expect(needsWholeOrder(rule({ productTypes: ["x"] }))).toBe(true);
    expect(needsWholeOrder(settings({ artworkMetafields: { front: "print.front" } }))).toBe(true);
  });
});

it("leaves out what staff marked as not printed, unless the variant is mapped", () => {
  const marked = { ...none, isNotPrinted: () => true, hasProduct: () => true };
  expect(decideLine(line(), marked, settings())).toEqual({ eligibility: "excluded", reason: "not_printed" });
  expect(decideLine(line(), { ...marked, byVariant: () => mapping() }, settings()).reason).toBe("mapped_variant");
  expect(decideLine(line({ giftCard: true }), marked, settings()).reason).toBe("gift_card");
});
