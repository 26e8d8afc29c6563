import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchOrphanItems, type PrintLine, type OrphanItem } from "./match-orphans.ts";
import { idOf } from "../../../tests/support/ids.ts";

const SKUS = ["TEE-M", "TEE-L", "MUG"];
const line = fc
  .record({
    itemSku: fc.constantFrom(...SKUS),
    ordered: fc.integer({ min: 0, max: 5 }),
    sent: fc.integer({ min: 0, max: 5 }),
  })
  .map(({ itemSku, ordered, sent }) => ({ itemSku, ordered, openQuantity: Math.max(0, ordered - sent) }));
const lines = fc
  .array(line, { maxLength: 6 })
  .map((some) => some.map((one, at): PrintLine => ({ orderLineId: idOf(`line ${at}`), ...one })));
const items = fc.array(
  fc.record({
    itemSku: fc.constantFrom(...SKUS, " tee-m ", "UNKNOWN"),
    quantity: fc.integer({ min: 0, max: 5 }),
    artworkHash: fc.constantFrom("a", "b"),
  }),
  { maxLength: 5 },
);
const sum = (some: readonly { quantity: number }[]) => some.reduce((all, one) => all + one.quantity, 0);
const normalizeSku = (sku: string) => sku.trim().toLowerCase();

describe("matchOrphanItems", () => {
  it("conclusive: every item is placed in what is open, and nothing else is matched", () => {
    fc.assert(
      fc.property(items, lines, (orphanItems, orderLines) => {
        const { matchedLines, conclusive } = matchOrphanItems(orphanItems, orderLines);
        if (!conclusive) return;
        for (const sku of [...SKUS, "UNKNOWN"].map(normalizeSku)) {
          const requested = orphanItems.filter((item) => normalizeSku(item.itemSku) === sku);
          expect(sum(matchedLines.filter((one) => normalizeSku(one.itemSku) === sku))).toBe(sum(requested));
        }
        for (const matchedLine of matchedLines)
          expect(matchedLine.quantity).toBeLessThanOrEqual(
            orderLines.find((one) => one.orderLineId === matchedLine.orderLineId)?.openQuantity ?? 0,
          );
      }),
    );
  });

  it("inconclusive: nothing with these SKUs stays open that could be printed again", () => {
    fc.assert(
      fc.property(items, lines, (orphanItems, orderLines) => {
        const { matchedLines, conclusive } = matchOrphanItems(orphanItems, orderLines);
        if (conclusive) return;
        for (const one of orderLines.filter(({ itemSku }) =>
          orphanItems.some((item) => normalizeSku(item.itemSku) === normalizeSku(itemSku)),
        ))
          expect(
            matchedLines.find((matchedLine) => matchedLine.orderLineId === one.orderLineId)?.quantity ?? 0,
          ).toBeGreaterThanOrEqual(one.openQuantity);
      }),
    );
  });

  it("matches everything that was sent, in any order of the items, joined or split", () => {
    fc.assert(
      fc.property(lines, fc.infiniteStream(fc.boolean()), (orderLines, coin) => {
        const sent = orderLines.filter((one) => one.openQuantity > 0);
        fc.pre(sent.length > 0);
        const orphanItems: OrphanItem[] = sent.flatMap(({ itemSku, openQuantity }) =>
          openQuantity > 1 && coin.next().value
            ? [1, openQuantity - 1].map((quantity) => ({ itemSku, quantity, artworkHash: "a" }))
            : [{ itemSku, quantity: openQuantity, artworkHash: "a" }],
        );
        const { matchedLines, conclusive } = matchOrphanItems([...orphanItems].reverse(), orderLines);
        expect(conclusive).toBe(true);
        expect(new Map(matchedLines.map((matchedLine) => [matchedLine.orderLineId, matchedLine.quantity]))).toEqual(
          new Map(sent.map((one) => [one.orderLineId, one.openQuantity])),
        );
      }),
    );
  });

  it("matches no line twice, and only positive quantities", () => {
    fc.assert(
      fc.property(items, lines, (orphanItems, orderLines) => {
        const { matchedLines } = matchOrphanItems(orphanItems, orderLines);
        expect(new Set(matchedLines.map((matchedLine) => matchedLine.orderLineId)).size).toBe(matchedLines.length);
        for (const { quantity } of matchedLines) expect(quantity).toBeGreaterThan(0);
      }),
    );
  });

  const shirt = (openQuantity: number): PrintLine => ({
    orderLineId: idOf("shirt"),
    itemSku: "TEE-M",
    ordered: 2,
    openQuantity,
  });
  const item = (quantity: number): OrphanItem => ({ itemSku: "TEE-M", quantity, artworkHash: "a" });
  const matched = (quantity: number) => [{ orderLineId: "shirt", itemSku: "TEE-M", quantity, artworkHash: "a" }];
  it.each([
    ["the same", [item(2)], [shirt(2)], { matchedLines: matched(2), conclusive: true }],
    ["fewer, so that a remainder is open", [item(1)], [shirt(2)], { matchedLines: matched(1), conclusive: true }],
    ["more than is open", [item(3)], [shirt(2)], { matchedLines: matched(2), conclusive: false }],
    ["sent already", [item(2)], [shirt(0)], { matchedLines: matched(2), conclusive: false }],
    [
      "fulfilled, so that the list shows none left",
      [item(0)],
      [shirt(2)],
      { matchedLines: matched(2), conclusive: false },
    ],
    [
      "a SKU that the order does not have",
      [{ ...item(1), itemSku: "MUG" }],
      [shirt(2)],
      { matchedLines: [], conclusive: false },
    ],
    ["a row without items", [], [shirt(2)], { matchedLines: [], conclusive: false }],
  ])("%s", (_name, orphanItems, orderLines, expected) =>
    expect(matchOrphanItems(orphanItems, orderLines)).toEqual(expected),
  );
});
