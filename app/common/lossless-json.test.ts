import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseJson } from "./lossless-json.ts";

type Reviver = (key: string, value: unknown, context: { source?: string }) => unknown;

/** The same by JSON.parse's own means, as slow as they are. */
function byReviver(text: string): { value: unknown } | null {
  const keep: Reviver = (_key, value, { source }) =>
    typeof value === "number" && !Number.isSafeInteger(value) && /^-?\d+$/.test(source ?? "") ? source : value;
  try {
    return { value: (JSON.parse as (text: string, reviver: Reviver) => unknown)(text, keep) };
  } catch {
    return null;
  }
}

const number = fc.oneof(
  fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }).map(String),
  fc.double({ noDefaultInfinity: true, noNaN: true }).map(String),
  fc.constantFrom("9007199254740991", "9007199254740992", "-9007199254740993", "1e400", "12345678901234567890.5"),
);
const piece = fc.oneof(
  number,
  fc.string().map((text) => JSON.stringify(text)),
  fc.constantFrom("[", "]", "{", "}", ",", ":", " ", "\n", "true", "null", '"', "\\", "-", "0", "e", "x", "é", '"a":'),
);

test("whole numbers beyond 2^53 stay as they are written, wherever they stand", () => {
  const text =
    '{"id":9007199254740993,"list":[-18446744073709551615 ,1,2.5],"text":"9007199254740993 \\" 9007199254740993"}';
  expect(parseJson(Buffer.from(text))).toEqual({
    value: {
      id: "9007199254740993",
      list: ["-18446744073709551615", 1, 2.5],
      text: '9007199254740993 " 9007199254740993',
    },
  });
});

test("any JSON is read as with a reviver", () => {
  fc.assert(
    fc.property(fc.json(), number, (json, large) => {
      for (const text of [json, `{"a":${json},"b":${large}}`, `[${large},${json}, ${large} ]`])
        expect(parseJson(Buffer.from(text))).toEqual(byReviver(text));
    }),
  );
});

test("what is no JSON is none", () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const text = pieces.join("");
      expect(parseJson(Buffer.from(text))).toEqual(byReviver(text));
    }),
    { numRuns: 2_000 },
  );
  expect(parseJson(Buffer.from("{9007199254740993:1}"))).toBeNull();
  expect(parseJson(Buffer.from("[09007199254740993]"))).toBeNull();
});

describe("a body of 9 MB", () => {
  const MB = 1024 * 1024;
  const filled = (one: string) => `[${one.repeat((9 * MB) / one.length)}1]`;

  test.each([
    ["empty lists", filled("[],")],
    ["numbers", filled("1,")],
    ["large numbers", filled("9007199254740993,")],
    ["nesting", "[".repeat(9 * MB)],
    ["names", `{${'"a":1,'.repeat((9 * MB) / 6)}"b":1}`],
  ])("that is all %s is rejected before any value is built", (_what, text) => {
    expect(parseJson(Buffer.from(text))).toBeNull();
  });

  test("that is an order with long texts is read", () => {
    const note = "x".repeat(9 * MB);
    expect(parseJson(Buffer.from(JSON.stringify({ id: 1, note })))).toEqual({ value: { id: 1, note } });
  });
});
