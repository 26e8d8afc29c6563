import { expect, it } from "vitest";
import type { DoubtView } from "../../orders/pages/details/uncertainty.ts";
import { doubtWords } from "./doubt-words.ts";

const NONE = { absent: 0, failed: 0, lastAbsent: null };
const fresh: DoubtView = {
  sentAt: "12:00",
  outcome: "unclear",
  httpStatus: 502,
  fresh: true,
  quietMinutes: 10,
  byReference: NONE,
  list: { ...NONE, withLater: 0, later: null, unshown: null },
  failure: null,
  proofs: 0,
};
const said = (doubt: Partial<DoubtView>) => doubtWords({ ...fresh, ...doubt }, (iso) => iso);

it("what was sent a moment ago may not be shown yet", () => {
  expect(said({})).toMatchObject({
    there: [
      "It was sent on 12:00, and no clear answer came (HTTP 502): it may have arrived all the same.",
      "That is less than 10 minutes ago: the print service may show it later.",
    ],
    notThere: ["Nothing yet: no look has found out anything."],
  });
});

it("a list without any later order proves nothing, and a look that failed says so", () => {
  const list = { absent: 3, failed: 1, lastAbsent: "13:00", withLater: 0, later: null, unshown: null };
  const words = said({ fresh: false, list, failure: { error: "Unavailable", httpStatus: 503 } });
  expect(words.there.slice(1)).toEqual([
    "Its list has not shown a later order of yours either, so it may just be behind.",
    "The newest look found out nothing: the print service gave no usable answer (HTTP 503).",
  ]);
  expect(words.notThere).toEqual(["Looked for in the whole list 3 times: not found. Last on 13:00."]);
});

it("a later order in the list speaks against it, and what is still missing is said", () => {
  const list = { absent: 2, failed: 0, lastAbsent: "13:00", withLater: 1, later: "1002-ABC", unshown: null };
  const words = said({ fresh: false, list, byReference: { absent: 2, failed: 0, lastAbsent: "12:59" }, proofs: 1 });
  expect(words.there).toHaveLength(1);
  expect(words.notThere.at(-1)).toBe("Once the list showed a later order of yours (1002-ABC) and not this one.");
  expect(words.next).toContain("One of the two is done.");
});

it("a list without an order that the print service has is said not to be complete", () => {
  const list = { absent: 2, failed: 0, lastAbsent: "13:00", withLater: 1, later: "1002-ABC", unshown: "1000-XYZ" };
  expect(said({ fresh: false, list }).there.at(-1)).toBe(
    "Its list lacks another order that it has (1000-XYZ), so it is not complete.",
  );
});
