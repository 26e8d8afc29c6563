import fc from "fast-check";
import { expect, test } from "vitest";
import { ATTENTION, type AttentionCode } from "../../core/attention.ts";
import { SUBMISSION_STATES } from "../../core/states.ts";
import { readCursor, writeCursor } from "./list-statements.ts";
import { chosenColumns, COLUMNS, DEFAULT_COLUMNS, shownColumns } from "./columns.ts";
import { DEFAULT_QUERY, readListQuery, SORTS, writeListQuery } from "./list-query.ts";
import { leastAdvanced, lessAdvanced, PROGRESS_TABS, TABS } from "./tabs.ts";
import { gidOf } from "../../../ports/gid.ts";

const CODES = Object.keys(ATTENTION) as AttentionCode[];
const read = (text: string) => readListQuery(new URLSearchParams(text));
const days = fc
  .date({ min: new Date("1990-01-01"), max: new Date("2999-12-31"), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

test("a query survives its address", () => {
  const questions = fc.record({
    tab: fc.constantFrom(...TABS),
    search: fc.string({ maxLength: 50 }).map((text) => text.trim()),
    states: fc.subarray([...SUBMISSION_STATES]),
    reasons: fc.subarray(CODES),
    resendable: fc.boolean(),
    excludedInShopify: fc.boolean(),
    late: fc.boolean(),
    placedFrom: fc.oneof(fc.constant(""), days),
    placedTo: fc.oneof(fc.constant(""), days),
    products: fc.uniqueArray(fc.stringMatching(/^\d{1,14}$/), { maxLength: 4 }),
    countries: fc.uniqueArray(fc.stringMatching(/^[A-Z]{2}$/), { maxLength: 4 }),
    shipping: fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 40 }).filter((title) => !title.includes("\0")),
      { maxLength: 4 },
    ),
    tags: fc.uniqueArray(
      fc.string({ minLength: 1, maxLength: 40 }).filter((tag) => !tag.includes("\0")),
      { maxLength: 4 },
    ),
    amountFrom: fc.constantFrom("", "0", "12.50"),
    amountTo: fc.constantFrom("", "999999999", "0.001"),
    sort: fc.constantFrom(...SORTS),
    columns: fc.subarray([...COLUMNS]),
    after: fc.oneof(fc.constant(null), fc.stringMatching(/^[A-Za-z0-9_-]{1,60}$/)),
    before: fc.constant(null),
  });
  fc.assert(fc.property(questions, (query) => void expect(read(writeListQuery(query).toString())).toEqual(query)));
});

test("missing and invalid parts of an address take their default", () => {
  expect(read("")).toEqual(DEFAULT_QUERY);
  expect(read("tab=nothing&state=gone,&reason=none&from=2026-02-30&to=soon&sort=price")).toEqual(DEFAULT_QUERY);
  expect(read("product=x,&country=us,USA&shipping=&shipping=%00&min=-1&max=1e9")).toEqual(DEFAULT_QUERY);
  expect(read(`product=${Array.from({ length: 50 }, (_, at) => at).join()}`).products).toHaveLength(20);
  expect(read(`search=${"x".repeat(5000)}`).search).toHaveLength(100);
  expect(read("search=%00 tee%00shirt%0A").search).toBe("tee shirt");
});

test("a cursor returns its position, in its own sorting only", () => {
  const place = { at: new Date("2026-11-21T09:00:00.123Z"), gid: gidOf("Order", "5012345678901") };
  const cursor = writeCursor("placed desc", place);
  expect(readCursor("placed desc", cursor)).toEqual(place);
  const behind = { ...place, inNoStage: true } as const;
  expect(readCursor("stage asc", writeCursor("stage asc", behind))).toEqual(behind);
  expect(readCursor("updated desc", cursor)).toBeNull();
});

test("any text is a cursor or null, and never throws", () => {
  fc.assert(fc.property(fc.string(), (text) => void readCursor("placed desc", text)));
  const forged = Buffer.from("0 999999999999999 5012345678901").toString("base64url");
  expect(readCursor("placed desc", forged)).toBeNull();
});

test("every state except canceled belongs to one tab, and tabs follow the progress", () => {
  const placed: string[] = Object.values(PROGRESS_TABS).flat();
  expect(placed.toSorted()).toEqual(SUBMISSION_STATES.filter((state) => state !== "cancelled").toSorted());
  expect(lessAdvanced("waiting")).toEqual([]);
  expect(lessAdvanced("shipped")).toEqual([...PROGRESS_TABS.waiting, ...PROGRESS_TABS.at_provider]);
  expect(leastAdvanced(["fulfilled", "waiting", "cancelled"])).toBe("waiting");
  expect(leastAdvanced([])).toBeUndefined();
});

test("columns stand in one sequence, and a choice that is the tab's own is none", () => {
  fc.assert(
    fc.property(fc.constantFrom(...TABS), fc.shuffledSubarray([...COLUMNS], { minLength: 1 }), (tab, chosen) => {
      const columns = chosenColumns(tab, chosen);
      expect(shownColumns({ tab, columns })).toEqual(COLUMNS.filter((column) => chosen.includes(column)));
      expect(columns.join()).not.toBe(DEFAULT_COLUMNS[tab].join());
    }),
  );
  for (const tab of TABS) expect(chosenColumns(tab, DEFAULT_COLUMNS[tab])).toEqual([]);
});
