import fc from "fast-check";

const codePoint = fc.oneof(fc.integer({ min: 0, max: 0x7f }), fc.integer({ min: 0, max: 0x10ffff }));

/**
 * Text of any code points, lone surrogates among them. `fc.string({ unit: "binary" })` gives the same, and first builds a table of
 * a million of them.
 */
export const anyText = (maxLength = 80) =>
  fc.array(codePoint, { maxLength }).map((points) => String.fromCodePoint(...points));
