import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRejectedSku, nextSize, startSize } from "./sku-answers.ts";

const MOST = 250;
const skus = (count: number) => Array.from({ length: count }, (_, at) => `SKU-${at}`);

/** Asks about all SKUs, group after group. `limit`: the service rejects larger groups. */
async function checkAll(all: readonly string[], dead: ReadonlySet<string>, limit = Infinity) {
  let open = [...all];
  let [size, calls] = [startSize(MOST), 0];
  const found: string[] = [];
  while (open.length > 0) {
    const outcome = await findRejectedSku(open.slice(0, size.next), (group) => {
      calls += 1;
      if (group.length > limit || group.some((sku) => dead.has(sku)))
        return Promise.resolve({ accepted: false, providerMessage: group.join() });
      const accepted = new Set(group);
      open = open.filter((sku) => !accepted.has(sku));
      return Promise.resolve({ accepted: true });
    });
    size = nextSize(size, outcome.outcome);
    if (outcome.outcome !== "found") continue;
    expect(outcome.providerMessage).toBe(outcome.itemSku);
    found.push(outcome.itemSku);
    open = open.filter((sku) => sku !== outcome.itemSku);
  }
  return { found, calls };
}

describe("the search for rejected SKUs", () => {
  it("finds one of 5,000 in at most 30 requests, wherever it is", async () => {
    const all = skus(5_000);
    for (const at of [0, 1, 124, 125, 249, 250, 2_500, 4_749, 4_998, 4_999]) {
      const { found, calls } = await checkAll(all, new Set([`SKU-${at}`]));
      expect(found).toEqual([`SKU-${at}`]);
      expect(calls).toBeLessThanOrEqual(30);
    }
  });

  it("finds exactly the rejected ones, in a bounded number of requests", async () => {
    const dead = fc.uniqueArray(fc.nat(1_199), { maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1_200 }), dead, async (count, places) => {
        const all = skus(count);
        const rejected = new Set(places.filter((at) => at < count).map((at) => `SKU-${at}`));
        const { found, calls } = await checkAll(all, rejected);
        expect(new Set(found)).toEqual(rejected);
        expect(calls).toBeLessThanOrEqual(Math.ceil(count / MOST) + 12 * rejected.size);
      }),
      { numRuns: 60 },
    );
  });

  it("asks little more than once for each SKU where all are rejected", async () => {
    const all = skus(600);
    const { found, calls } = await checkAll(all, new Set(all));
    expect(found).toHaveLength(600);
    expect(calls).toBeLessThanOrEqual(660);
  });

  it("names none where the service only rejects large groups", async () => {
    const { found, calls } = await checkAll(skus(1_000), new Set(), 100);
    expect(found).toEqual([]);
    expect(calls).toBeLessThanOrEqual(50);
  });

  it("passes on an error that is no rejection", async () => {
    await expect(findRejectedSku(skus(4), () => Promise.reject(new Error("timeout")))).rejects.toThrow("timeout");
  });
});
