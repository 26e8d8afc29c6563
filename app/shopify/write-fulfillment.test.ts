import fc from "fast-check";
import { expect, test } from "vitest";
import { wireTracking } from "./write-fulfillment.ts";

const info = fc.record({
  number: fc.stringMatching(/^[A-Z0-9]{1,8}$/),
  url: fc.oneof(fc.constant(""), fc.webUrl()),
  company: fc.constantFrom(null, "UPS"),
});

/** As Shopify reads it: by position. */
function read(wire: ReturnType<typeof wireTracking>) {
  const numbers = wire.numbers ?? (wire.number === undefined ? [] : [wire.number]);
  const urls = wire.urls ?? (wire.url === undefined ? [] : [wire.url]);
  return Object.fromEntries(numbers.map((number, at) => [number, urls[at] ?? ""]));
}

test("each number keeps its own link, whichever of them have one", () => {
  fc.assert(
    fc.property(fc.uniqueArray(info, { selector: ({ number }) => number, maxLength: 6 }), (tracking) => {
      expect(read(wireTracking(tracking))).toEqual(
        Object.fromEntries(tracking.map(({ number, url }) => [number, url])),
      );
    }),
  );
});
