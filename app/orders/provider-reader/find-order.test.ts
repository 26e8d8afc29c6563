import { expect, it } from "vitest";
import { dateIn } from "../core/provider-order.ts";
import { possibleDates } from "./find-order.ts";

const sentAt = new Date("2026-11-22T12:00:00Z");
const once = { sentAt, lastAttemptAt: null };

it("asks for the date that answered before, then for the one in the answer to create, then for the service's clock", () => {
  const dates = possibleDates({ serviceDate: "2026-11-20", providerUpdatedAt: "2026-11-25 01:02:03", ...once });
  expect(dates.slice(0, 2)).toEqual(["2026-11-20", "2026-11-25"]);
  expect(dates).toEqual([...new Set(dates)]);
  expect(dates).toEqual(expect.arrayContaining(possibleDates({ serviceDate: null, ...once })));
});

it("asks for the last attempt's dates before those of the first", () => {
  const lastAttemptAt = new Date("2026-11-26T12:00:00Z");
  const dates = possibleDates({ serviceDate: null, sentAt, lastAttemptAt });
  expect(dates).toEqual(["2026-11-26", "2026-11-25", "2026-11-27", "2026-11-22", "2026-11-21", "2026-11-23"]);
});

it("reads no date out of anything else", () => {
  expect(dateIn("2026-11-25 01:02:03")).toBe("2026-11-25");
  for (const time of ["", "soon", "25.11.2026", null, undefined]) expect(dateIn(time)).toBeNull();
});
