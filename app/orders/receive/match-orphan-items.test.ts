import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchItems, type PrintLine, type StrayItem } from "./match-orphan-items.ts";

const SKUS = ["TEE-M", "TEE-L", "MUG"];
const line = fc
  .record({
    itemSku: fc.constantFrom(...SKUS),
    ordered: fc.integer({ min: 0, max: 5 }),
    sent: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ itemSku, ordered, sent }) => ({ itemSku, ordered, open: Math.max(0, ordered - sent) }));
const lines = fc
  .array(line, { maxLength: 6 })
  .map((some) => some.map((one, at): PrintLine => ({ orderLineId: `line ${at}`, ...one })));
const items = fc.array(
  fc.record({
    itemSku: fc.constantFrom(...SKUS, " tee-m ", "UNKNOWN"),
    quantity: fc.integer({ min: 0, max: 5 }),
    artworkHash: fc.constantFrom("a", "b"),
  }),
  { maxLength: 5 },
);
const sum = (some: readonly { quantity: number }[]) => some.reduce((all, one) => all + one.quantity, 0);
const norm = (sku: string) => sku.trim().toLowerCase();

describe("matchItems", () => {
  it("sure: every item has its place, in what is open, and nothing else is taken", () => {
    fc.assert(
      fc.property(items, lines, (theirs, ours) => {
        const { shares, sure } = matchItems(theirs, ours);
        if (!sure) return;
        for (const sku of [...SKUS, "UNKNOWN"].map(norm)) {
          const asked = theirs.filter((item) => norm(item.itemSku) === sku);
          expect(sum(shares.filter((one) => norm(one.itemSku) === sku))).toBe(sum(asked));
        }
        for (const share of shares)
          expect(share.quantity).toBeLessThanOrEqual(
            ours.find((one) => one.orderLineId === share.orderLineId)?.open ?? 0,
          );
      }),
    );
  });

  it("unsure: of the goods it names nothing stays open that could be printed again", () => {
    fc.assert(
      fc.property(items, lines, (theirs, ours) => {
        const { shares, sure } = matchItems(theirs, ours);
        if (sure) return;
        for (const one of ours.filter(({ itemSku }) => theirs.some((item) => norm(item.itemSku) === norm(itemSku))))
          expect(shares.find((share) => share.orderLineId === one.orderLineId)?.quantity ?? 0).toBeGreaterThanOrEqual(
            one.open,
          );
      }),
    );
  });

  it("what was sent for an order is recognised whole, in any order of its items, joined or split", () => {
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.boolean()), (ours, coin) => {
        const sent = ours.filter((one) => one.open > 0);
        fc.pre(sent.length > 0);
        const theirs: StrayItem[] = sent.flatMap(({ itemSku, open }) =>
          open > 1 && coin.next().value
            ? [1, open - 1].map((quantity) => ({ itemSku, quantity, artworkHash: "a" }))
            : [{ itemSku, quantity: open, artworkHash: "a" }],
        );
        const { shares, sure } = matchItems([...theirs].reverse(), ours);
        expect(sure).toBe(true);
        expect(new Map(shares.map((share) => [share.orderLineId, share.quantity]))).toEqual(
          new Map(sent.map((one) => [one.orderLineId, one.open])),
        );
      }),
    );
  });

  it("no line twice, no quantity that cannot be kept", () => {
    fc.assert(
      fc.property(items, lines, (theirs, ours) => {
        const { shares } = matchItems(theirs, ours);
        expect(new Set(shares.map((share) => share.orderLineId)).size).toBe(shares.length);
        for (const { quantity } of shares) expect(quantity).toBeGreaterThan(0);
      }),
    );
  });

  const shirt = (open: number): PrintLine => ({ orderLineId: "shirt", itemSku: "TEE-M", ordered: 2, open });
  const item = (quantity: number): StrayItem => ({ itemSku: "TEE-M", quantity, artworkHash: "a" });
  const mine = (quantity: number) => [{ orderLineId: "shirt", itemSku: "TEE-M", quantity, artworkHash: "a" }];
  it.each([
    ["the same", [item(2)], [shirt(2)], { shares: mine(2), sure: true }],
    ["fewer, so that a rest is open", [item(1)], [shirt(2)], { shares: mine(1), sure: true }],
    ["more than is open", [item(3)], [shirt(2)], { shares: mine(2), sure: false }],
    ["sent before already", [item(2)], [shirt(0)], { shares: mine(2), sure: false }],
    ["fulfilled, so that the list shows none left", [item(0)], [shirt(2)], { shares: mine(2), sure: false }],
    ["goods that the order does not have", [{ ...item(1), itemSku: "MUG" }], [shirt(2)], { shares: [], sure: false }],
    ["a row without items", [], [shirt(2)], { shares: [], sure: false }],
  ])("%s", (_name, theirs, ours, wanted) => expect(matchItems(theirs, ours)).toEqual(wanted));
});
