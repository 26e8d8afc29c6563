import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildEvidence, showsNeighbors, type Evidence } from "../../provider-reader/absence-evidence.ts";
import { proveAbsence, type AbsentScan } from "./absence-proof.ts";

const QUIET = 10 * 60_000;
const ended = new Date("2026-03-01T12:00:00Z");
const at = (minutes: number) => new Date(ended.getTime() + minutes * 60_000);
/** Evidence of a scan: one order sent before, and one sent `later` minutes after the attempt ended. */
const around = (later: number): Evidence => ({
  earlier: ["1000-BEFORE"],
  later: ["1002-AFTER"],
  laterSentAt: at(later).toISOString(),
  noEarlierOrder: false,
  notListed: [],
  complete: true,
});
const scan = (
  minutes: number,
  later: number,
  over: Partial<Evidence & { absentInDetail: boolean }> = {},
): AbsentScan => ({
  at: at(minutes),
  detail: { absentInDetail: true, ...around(later), ...over },
});

describe("proof of absence", () => {
  it.each([
    ["two scans apart, each with an earlier and a later order", [scan(10, 5), scan(20, 5)], true],
    ["one scan only", [scan(30, 5)], false],
    ["scans too close together", [scan(10, 5), scan(15, 5)], false],
    ["the first scan too early, though the two are apart", [scan(3, 2), scan(13, 5)], false],
    ["no later order in the second", [scan(10, 5), scan(20, 5, { later: [], laterSentAt: null })], false],
    ["a later order that was sent before the attempt ended", [scan(10, -1), scan(20, -1)], false],
    ["no earlier order in the second", [scan(10, 5), scan(20, 5, { earlier: [] })], false],
    ["no earlier order, since there is none", [scan(10, 5), scan(20, 5, { earlier: [], noEarlierOrder: true })], true],
    [
      "none earlier, and a list whose end cannot be seen",
      [scan(10, 5), scan(20, 5, { earlier: [], noEarlierOrder: true, complete: false })],
      false,
    ],
    ["a list whose end cannot be seen, between two orders", [scan(10, 5), scan(20, 5, { complete: false })], true],
    ["a neighbour that the list lacks", [scan(10, 5), scan(20, 5, { notListed: ["1001-KNOWN"] })], false],
    ["detail gave no answer in the second", [scan(10, 5), scan(20, 5, { absentInDetail: false })], false],
    ["scans in between that do not count change nothing", [scan(10, 5), { at: at(12), detail: {} }, scan(20, 5)], true],
    ["no scans", [], false],
  ])("%s", (_name, scans, proven) => {
    expect(proveAbsence(scans, ended, QUIET).outcome).toBe(proven ? "proven" : "unproven");
  });
});

describe("the evidence of a scan", () => {
  const sent = (reference: string, minutes: number) => ({ reference, sentAt: at(minutes) });
  const sides = {
    earlier: [sent("B", -1), sent("A", -2)],
    later: [sent("C", 1), sent("D", 29)],
  };
  const read = (...listed: string[]) =>
    buildEvidence(sides, { startedAt: at(30), complete: true, listed: new Set(listed) }, QUIET);

  it("is the neighbors that the list shows, and those that it ought to show", () => {
    expect(read("A", "C", "X")).toEqual({
      earlier: ["A"],
      later: ["C"],
      laterSentAt: at(1).toISOString(),
      noEarlierOrder: false,
      notListed: ["B"],
      complete: true,
    });
  });

  it("may lack an order that was sent a moment ago", () => {
    expect(showsNeighbors(read("A", "B", "C"))).toBe(true);
    expect(showsNeighbors(read("A", "B", "D"))).toBe(false);
  });

  it("proves nothing of an order that it lacks, whatever part of a list it is", () => {
    const orders = fc.uniqueArray(fc.integer({ min: -60, max: 60 }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(orders, fc.nat(), fc.nat(), fc.nat(), (minutes, missing, from, length) => {
        // Ordered by time like the list. One order exists and is uncertain. The scan covers a part of the list.
        const all = minutes.toSorted((a, b) => a - b).map((minute) => sent(String(minute), minute));
        const doubted = all[missing % all.length] ?? expect.fail();
        const start = from % all.length;
        const part = all.slice(start, start + (length % all.length) + 1);
        const adjacent = {
          earlier: all.filter((one) => one.sentAt < doubted.sentAt).toReversed(),
          later: all.filter((one) => one.sentAt > doubted.sentAt),
        };
        const listed = new Set(part.map(({ reference }) => reference));
        const evidence = buildEvidence(adjacent, { startedAt: at(61), complete: false, listed }, QUIET);
        if (!listed.has(doubted.reference)) expect(showsNeighbors(evidence)).toBe(false);
      }),
    );
  });
});
