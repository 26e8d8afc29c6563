import fc from "fast-check";
import { expect, it } from "vitest";
import { address, gid, line, mapping, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import type { Address, LineSnapshot } from "../../ports/order-model.ts";
import { decideLine } from "./eligibility.ts";
import { buildPrintOrder } from "./print-order.ts";
import type { Gid } from "../../ports/gid.ts";

/** UTF-16 units of every kind: all scripts, NUL, lone surrogates. */
const anyText = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 30 }),
  fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)), maxLength: 30 }),
  fc.constantFrom("", " ", "\0", "\ud800", "東京都", "الرياض", "Đà Nẵng"),
);
const optionalText = fc.option(anyText, { nil: null });
const countryCode = fc.constantFrom(
  "JP",
  "KR",
  "KW",
  "PE",
  "PH",
  "PT",
  "SV",
  "UY",
  "TH",
  "PA",
  "MX",
  "CR",
  "US",
  "SG",
  "HK",
  "AN",
  "",
  "xx",
);
const provinceCode = fc.oneof(
  optionalText,
  fc.tuple(countryCode, fc.string({ maxLength: 5 })).map(([country, rest]) => `${country}-${rest}`),
  fc.constantFrom("Q ROO", "TAMPS"),
);
const parts = {
  firstName: optionalText,
  lastName: optionalText,
  name: optionalText,
  company: optionalText,
  address1: optionalText,
  address2: optionalText,
};
const anyAddress: fc.Arbitrary<Address> = fc.record({
  ...parts,
  city: optionalText,
  zip: optionalText,
  province: optionalText,
  provinceCode,
  country: optionalText,
  countryCode,
  phone: optionalText,
});
const someAddress = fc.oneof(
  anyAddress,
  anyAddress.map((a) => address({ ...a, address1: "1 Street", zip: "1", name: "A" })),
);

it("sends only complete, well-formed fields, or reports what is missing", () => {
  const order = fc.record({
    shippingAddress: fc.option(someAddress, { nil: null }),
    billingAddress: fc.option(someAddress, { nil: null }),
    email: optionalText,
    phone: optionalText,
  });
  const texts = fc.record({ title: anyText, variantTitle: optionalText, note: anyText });
  const shop = settings({ fallbackEmail: "shop@shop.example", fallbackPhone: "1" });
  let sent = 0;
  fc.assert(
    fc.property(order, texts, (over, { title, variantTitle, note }) => {
      const items = [{ line: line({ title, variantTitle }), mapping: mapping({ note }), quantity: 1 }];
      const built = buildPrintOrder({ reference: "1001-X", snapshot: snapshot(over), settings: shop, items });
      if (!built.order) {
        expect(built.holds).not.toEqual([]);
        return;
      }
      sent += 1;
      const { items: out, method, address2, ...required } = built.order;
      expect(method).toBeNull();
      expect(Object.entries(required).filter(([, value]) => value.trim() === "")).toEqual([]);
      expect(required.provinceCode.length).toBeLessThanOrEqual(4);
      expect(required.countryCode).toMatch(/^[A-Z]{2}$/);
      for (const { productName, variantTitle: variant, itemSku } of out) {
        for (const text of [productName, variant, itemSku]) expect(text.trim()).not.toBe("");
      }
      expect([...Object.values(required), address2, ...out.flatMap((i) => Object.values(i))].join("")).not.toMatch(
        /[\p{Control}\p{Surrogate}]/u,
      );
    }),
  );
  expect(sent).toBeGreaterThan(0);
});

const anyLine = (at: number): fc.Arbitrary<LineSnapshot> =>
  fc
    .record({
      kind: fc.constantFrom("mapped", "sibling", "custom", "gift", "tip", "digital", "other"),
      quantity: fc.integer({ min: 1, max: 1000 }),
      high: fc.bigInt({ min: 2n ** 53n, max: 2n ** 63n }),
    })
    .map(({ kind, quantity, high }) => {
      const over: Record<typeof kind, Partial<LineSnapshot>> = {
        mapped: {},
        sibling: { variantGid: gid("ProductVariant", String(high)) },
        custom: { productGid: null, variantGid: null, sku: null, vendor: null, variantTitle: null },
        gift: { giftCard: true },
        tip: { tip: true },
        digital: { requiresShipping: false },
        other: { fulfillmentService: "elsewhere" },
      };
      return line({
        gid: gid("LineItem", `${high}${at}`),
        quantity,
        remaining: quantity,
        title: `line ${at}`,
        ...over[kind],
      });
    });

it("gives every line of a mixed order its eligibility, and drops no printable line", () => {
  const lines = fc
    .integer({ min: 0, max: 500 })
    .chain((length) => fc.tuple(...Array.from({ length }, (_, at) => anyLine(at))));
  const rule = mapping();
  const mappings = {
    byVariant: (id: Gid<"ProductVariant">) => (id === rule.variantGid ? rule : undefined),
    isNotPrinted: () => false,
    hasProduct: (id: Gid<"Product">) => id === rule.productGid,
  };
  fc.assert(
    fc.property(lines, (all) => {
      const printable = all.filter((l) => decideLine(l, mappings, settings()).eligibility === "printable");
      const expected = all.filter(
        (l) => l.productGid && l.requiresShipping && !l.giftCard && !l.tip && l.fulfillmentService === "manual",
      );
      expect(printable).toEqual(expected);
      const items = printable.map((l) => ({ line: l, mapping: rule, quantity: l.remaining }));
      const built = buildPrintOrder({
        reference: "1001-X",
        snapshot: snapshot({ lines: all }),
        settings: settings(),
        items,
      });
      const out = (built.order?.items ?? []).map((i) => [i.productName, i.quantity]);
      expect(out).toEqual(printable.map((l) => [l.title, l.remaining]));
    }),
    { numRuns: 25 },
  );
});
