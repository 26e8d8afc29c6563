import { expect, it } from "vitest";
import type { UncertaintyView } from "../../orders/pages/details/uncertainty.ts";
import { uncertaintyCopy } from "./doubt-words.ts";

const NONE = { absent: 0, failed: 0, lastAbsent: null };
const justSent: UncertaintyView = {
  sentAt: "12:00",
  outcome: "uncertain",
  httpStatus: 502,
  tooRecent: true,
  quietMinutes: 10,
  byReference: NONE,
  list: { ...NONE, withLater: 0, later: null, notListed: null },
  failure: null,
  proofs: 0,
};
const copyOf = (uncertainty: Partial<UncertaintyView>) =>
  uncertaintyCopy({ ...justSent, ...uncertainty }, (iso) => iso);

it("what was sent a moment ago may not be shown yet", () => {
  expect(copyOf({})).toMatchObject({
    evidenceFor: [
      "It was sent on 12:00, and no clear answer came (HTTP 502): it may have arrived all the same.",
      "That is less than 10 minutes ago: the print service may show it later.",
    ],
    evidenceAgainst: ["Nothing yet: no look has found out anything."],
  });
});

it("a list without any later order proves nothing, and a look that failed says so", () => {
  const list = { absent: 3, failed: 1, lastAbsent: "13:00", withLater: 0, later: null, notListed: null };
  const copy = copyOf({ tooRecent: false, list, failure: { error: "UnavailableError", httpStatus: 503 } });
  expect(copy.evidenceFor.slice(1)).toEqual([
    "Its list has not shown a later order of yours either, so it may just be behind.",
    "The newest look found out nothing: the print service gave no usable answer (HTTP 503).",
  ]);
  expect(copy.evidenceAgainst).toEqual(["Looked for in the whole list 3 times: not found. Last on 13:00."]);
});

it("a later order in the list speaks against it, and what is still missing is said", () => {
  const list = { absent: 2, failed: 0, lastAbsent: "13:00", withLater: 1, later: "1002-ABC", notListed: null };
  const copy = copyOf({
    tooRecent: false,
    list,
    byReference: { absent: 2, failed: 0, lastAbsent: "12:59" },
    proofs: 1,
  });
  expect(copy.evidenceFor).toHaveLength(1);
  expect(copy.evidenceAgainst.at(-1)).toBe("Once the list showed a later order of yours (1002-ABC) and not this one.");
  expect(copy.nextStep).toContain("One of the two is done.");
});

it("a list without an order that the print service has is said not to be complete", () => {
  const list = { absent: 2, failed: 0, lastAbsent: "13:00", withLater: 1, later: "1002-ABC", notListed: "1000-XYZ" };
  expect(copyOf({ tooRecent: false, list }).evidenceFor.at(-1)).toBe(
    "Its list lacks another order that it has (1000-XYZ), so it is not complete.",
  );
});
