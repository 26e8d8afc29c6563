import fc from "fast-check";
import { expect, it } from "vitest";
import { z } from "zod";
import { cleanText, cutText, firstText, labelText, atMost, isLongerThan, isMasked } from "./clean-text.ts";

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((n) => String.fromCharCode(n)) });

it("always gives one well-formed line that is either empty or visible", () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const clean = cleanText(text);
      expect(clean).not.toMatch(/[\p{Control}\u2028\u2029\p{Surrogate}]/u);
      expect(clean).toBe(cleanText(clean));
      expect(clean === "" || clean.trim() !== "").toBe(true);
    }),
  );
});

it.each([
  "Þórdís Ægisdóttir",
  "Trần Thị Ngọc Ánh",
  "山田\u3000太郎",
  "김서연",
  "محمد بن أحمد",
  "क्\u200dष",
  "می\u200cخواهم",
  "ชลธิชา",
  "Ольга",
  "𠮷野家",
])("leaves %s as it is", (text) => {
  expect(cleanText(text)).toBe(text);
});

it.each([null, undefined, "", " \t\n", "\u00a0", "\u3000", "\u200b", "\ufeff", "\u2800", "\u3164", "\0"])(
  "takes %j for missing",
  (text) => expect(cleanText(text)).toBe(""),
);

it("makes one line of several", () => {
  expect(cleanText("  Flat 1\r\n\tBack\0 door ")).toBe("Flat 1 Back door");
  expect(cleanText("a\ud800b")).toBe("a\ufffdb");
});

it.each([
  ["Rua Augusta, \u2060123", "Rua Augusta, 123"],
  ["Main \u2060\u200b12", "Main 12"],
  ["\u202a+49 30 1234\u202c", "+49 30 1234"],
  ["TEE\u00ad-BLACK\u200d-M\ufeff", "TEE-BLACK-M"],
  ["क्\u200dष", "क्\u200dष"],
  ["می\u200cخواهم", "می\u200cخواهم"],
])("a label has no marks that print nothing: %j", (text, label) => expect(labelText(text)).toBe(label));

it("cuts a text between characters, which it counts as PostgreSQL does", () => {
  expect(cutText("👕👕👕", 2)).toBe("👕👕");
  expect(cutText("a👕b", 2)).toBe("a👕");
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.nat(20), (text, max) => {
      const cut = cutText(text, max);
      expect([text.startsWith(cut), [...cut].length]).toEqual([true, Math.min(max, [...text].length)]);
    }),
  );
});

it("takes the first visible text", () => expect(firstText(null, " ", "a", "b")).toBe("a"));

it.each([
  ["👕👕", 2, false],
  ["👕👕👕", 2, true],
  ["𠮷野家", 3, false],
  ["abc", 3, false],
  ["abcd", 3, true],
])("%s is longer than %d characters: %s", (text, max, longer) => {
  expect(isLongerThan(text, max)).toBe(longer);
  const issue = z.string().superRefine(atMost(max)).safeParse(text).error?.issues[0];
  expect(issue && { code: issue.code, maximum: "maximum" in issue && issue.maximum }).toEqual(
    longer ? { code: "too_big", maximum: max } : undefined,
  );
});

it.each([
  "********",
  "J*** D***",
  "1*** M*** S***",
  "12 ******** Road",
  "J* D*",
  "张*",
  "王*明",
  "＊＊太郎",
  "••••• Street",
  "(+1)555*****00",
  "b***@shop.example",
  "*** D***",
])("%s is masked", (text) => expect(isMasked(text)).toBe(true));

it.each([
  "",
  "-",
  "Ada Example",
  "1 Sample Street",
  "Road 5 • Flat 2",
  "Flat 2 * rear entrance",
  "*Ring the bell*",
  "**LEAVE AT THE DOOR**",
  "Flat 2 *ring twice* please",
  "#12/3, Main Rd.",
])("%s is not", (text) => expect(isMasked(text)).toBe(false));
