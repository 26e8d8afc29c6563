import { expect, test } from "vitest";
import { carrierOf } from "./carrier.ts";

test.each([
  ["https://tools.usps.com/go/TrackConfirmAction?tLabels=1", "USPS"],
  ["https://www.ups.com/track?tracknum=1", "UPS"],
  ["https://auspost.com.au/mypost/track", "Australia Post"],
  ["https://fakeups.com/track", null],
  ["https://ups.com.evil.test/track", null],
  ["https://www.dhl.com/track", null],
  ["", null],
])("%s is %s", (url, company) => {
  expect(carrierOf(url)).toBe(company);
});
