import fc from "fast-check";
import { expect, test } from "vitest";
import { differingSkus, matchLines, skusMeant } from "./match-lines.ts";
import { statusMeaning, cleanStatus } from "./status-meaning.ts";
import { idOf } from "../../../tests/support/ids.ts";

const lines = [
  { id: idOf("1"), itemSku: "SHIRT-M", artworkHash: "cat" },
  { id: idOf("2"), itemSku: "SHIRT-M", artworkHash: "dog" },
  { id: idOf("3"), itemSku: "MUG", artworkHash: null },
];
const ids = (item: { itemSku: string; artworkHash?: string }) => matchLines(lines, item).lines.map((line) => line.id);

test("an item is about all lines of its SKU, unless its artwork tells them apart", () => {
  expect(ids({ itemSku: "SHIRT-M" })).toEqual(["1", "2"]);
  expect(ids({ itemSku: " shirt-m " })).toEqual(["1", "2"]);
  expect(ids({ itemSku: "SHIRT-M", artworkHash: "dog" })).toEqual(["2"]);
  expect(ids({ itemSku: "SHIRT-M", artworkHash: "moved elsewhere" })).toEqual(["1", "2"]);
  expect(ids({ itemSku: "CAP" })).toEqual([]);
});

test.each([
  ["PW17-TEE-BLACK-M", ["PW-TEE-BLACK-M", "PW-MUG"], ["PW-TEE-BLACK-M"]],
  ["PW17-TEE-BLACK-M-US", ["PW-TEE-BLACK-M", "PW-TEE-BLACK-L"], ["PW-TEE-BLACK-M"]],
  ["TEE-BLACK-M", ["PW-TEE-BLACK-M", "PW-TEE-BLACK-ML"], ["PW-TEE-BLACK-M"]],
  ["PW-2LMORM-3.54X3.54 INCHES-ONE SIDE", ["PW17-2LMORM-3.54X3.54 INCHES"], ["PW17-2LMORM-3.54X3.54 INCHES"]],
  ["PW17-TEE-BLACK", ["PW-TEE-BLACK-M", "PW-TEE-BLACK-L"], ["PW-TEE-BLACK-M", "PW-TEE-BLACK-L"]],
  ["PW-TEE-BLACK-M", ["PW-TEE-BLACK-M", "PW-TEE-BLACK-M-US"], ["PW-TEE-BLACK-M"]],
  ["PW17-HOODIE-BLACK-M", ["PW-TEE-BLACK-M"], []],
  ["TEE-BLACK-L", ["TEE-BLACK-M"], []],
  ["MUG-BLACK-M", ["TEE-BLACK-M"], []],
  // Two letters are a prefix, as in the catalog; more are a word of the SKU.
  ["MUG-BLACK-M", ["BLACK-M"], []],
])("%s may mean, of %o, %o", (spelling, sent, meant) => {
  expect(skusMeant(sent, spelling)).toEqual(meant);
});

test("a renamed SKU in the list is no difference", () => {
  const sent = [
    { itemSku: "PW-TEE-BLACK-M", quantity: 2 },
    { itemSku: "PW-MUG", quantity: 1 },
  ];
  const seen = [
    { itemSku: "PW17-MUG-US", quantity: 1 },
    { itemSku: "PW17-TEE-BLACK-M-US", quantity: 2 },
  ];
  expect(differingSkus(sent, seen).skus).toEqual([]);
});

test("an answer that joins, splits or reorders lines of one SKU differs in nothing; any other quantity shows", () => {
  const item = fc.record({ itemSku: fc.constantFrom("A", "B", "C"), quantity: fc.integer({ min: 1, max: 9 }) });
  fc.assert(
    fc.property(fc.array(item, { minLength: 1, maxLength: 8 }), fc.nat(), (sent, at) => {
      const split = sent.flatMap((one) =>
        one.quantity > 1
          ? [
              { ...one, quantity: one.quantity - 1 },
              { ...one, quantity: 1 },
            ]
          : [one],
      );
      expect(differingSkus(sent, split.reverse())).toEqual({ skus: [], isPart: false });
      const changed = sent.map((one, n) => (n === at % sent.length ? { ...one, quantity: one.quantity + 1 } : one));
      expect(differingSkus(sent, changed)).toEqual({ skus: [sent[at % sent.length]?.itemSku], isPart: false });
      expect(differingSkus(changed, sent).isPart).toBe(true);
    }),
  );
});

test("statuses are read whatever their case and spaces; unknown ones keep their words", () => {
  expect(statusMeaning(cleanStatus("  in PRODUCTION "))).toBe("in_production");
  expect(statusMeaning(cleanStatus("Not verify"))).toBe("address_problem");
  expect(statusMeaning(cleanStatus("Quality check"))).toBe("unknown");
  expect(cleanStatus("Quality\u0000 check\ud800")).toBe("Quality check\ufffd");
  expect(cleanStatus(" ")).toBeNull();
});

const ENDED = [
  "Cancelled",
  "Order canceled",
  "Rejected",
  "Out of stock",
  "Error",
  "Print failed",
  "Refunded",
  "Voided",
];

/** The same words as another system may spell them. */
const spelled = fc.constantFrom(...ENDED).chain((words) =>
  fc.constantFrom(
    words,
    words.toUpperCase(),
    words.toLowerCase(),
    words.replaceAll(" ", "_"),
    words.replaceAll(" ", "-").toUpperCase(),
    words
      .split(" ")
      .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
      .join(""),
    `  ${words}: see message `,
  ),
);

test("words that end an order are recognized in any spelling", () => {
  fc.assert(
    fc.property(spelled, (words) => {
      expect(statusMeaning(cleanStatus(words))).toBe("ended");
    }),
  );
});

test.each(["In production", "IN_PRODUCTION", "in-production", "inProduction"])("%s is in production", (words) => {
  expect(statusMeaning(words)).toBe("in_production");
});

test.each([
  "Quality check",
  "No error",
  "Not cancelled",
  "Packed",
  "Shipping",
  "Avoided",
  "Terrors",
  "",
  "On the shelf",
])("%j ends nothing", (words) => {
  expect(statusMeaning(words)).toBe("unknown");
});

test.each([
  ["Waiting Payment Confirm", "awaiting_payment"],
  ["unpaid", "awaiting_payment"],
  ["Pending Design", "awaiting_file"],
  ["pending_design", "awaiting_file"],
  ["on_hold", "on_hold"],
  ["hold", "on_hold"],
  ["Request Cancel", "cancel_requested"],
  ["Request Refund", "refund"],
  ["Request partially refund", "refund"],
  ["Partially Refund", "refund"],
  ["Full Refund", "ended"],
  ["Request Resend", "resend"],
  ["Resend", "resend"],
  ["Cooling Off", "unknown"],
  ["shipping", "unknown"],
])("the print service's word %s means %s", (words, meaning) => {
  expect(statusMeaning(cleanStatus(words))).toBe(meaning);
});
