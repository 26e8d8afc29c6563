import fc from "fast-check";
import { expect, it } from "vitest";
import { isSameNumber, trackingNumbersIn } from "./tracking-number.ts";

it.each([
  ["9400 1118 9956 2857 5123 45", "9400111899562857512345"],
  ["RR123456785CN", "rr123456785cn"],
  ["1Z-999-AA1-0123456784", "1Z999AA10123456784"],
  ["JD\u200b0146\u00ad000\ufeff", "JD0146000"],
  ["JD0146\u00a0000", "JD0146000"],
  ["１２３４", "1234"],
])("%s and %s are one number", (one, other) => expect(isSameNumber(one, other)).toBe(true));

it("tells numbers apart by a letter or a digit", () => {
  expect(isSameNumber("RR123456785CN", "RR123456785US")).toBe(false);
  expect(isSameNumber("TRACK-1", "TRACK-11")).toBe(false);
});

it.each([
  [" TRACK-1 ", ["TRACK-1"]],
  ["9400 1118 9956", ["9400 1118 9956"]],
  ["JD\u200b0146", ["JD0146"]],
  ["TRACK\u202e-1\u2066", ["TRACK-1"]],
  ["TRACK-1, TRACK-2", ["TRACK-1", "TRACK-2"]],
  ["TRACK-1;TRACK-2 | TRACK-3\r\n", ["TRACK-1", "TRACK-2", "TRACK-3"]],
  ["TRACK-1,track 1", ["TRACK-1"]],
  [" \u0000 ", []],
  ["-", []],
  [",", []],
])("%j has the numbers %j", (given, numbers) => expect(trackingNumbersIn(given)).toEqual(numbers));

it("finds in a stored number that number", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (given) => {
      for (const number of trackingNumbersIn(given)) expect(trackingNumbersIn(number)).toEqual([number]);
    }),
  );
});
