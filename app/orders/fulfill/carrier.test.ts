import { expect, test } from "vitest";
import { carrierOf } from "./carrier.ts";

test.each([
  ["https://tools.usps.com/go/TrackConfirmAction?tLabels=1", "USPS"],
  ["https://www.ups.com/track?tracknum=1", "UPS"],
  ["https://auspost.com.au/mypost/track", "Australia Post"],
  ["https://www.yuntrack.com/parcelTracking?id=YT1", "YunExpress"],
  ["https://track.4px.com/#/result/0/4PX1", "4PX"],
  ["https://www.evri.com/track/parcel/1", "Evri"],
  ["https://webtrack.dhlecs.com/?trackingnumber=1", "DHL eCommerce"],
  ["https://webtrack.dhlglobalmail.com/?trackingnumber=1", "DHL eCommerce"],
  ["https://jouw.postnl.nl/track-and-trace/1", "PostNL"],
  ["https://postnl.post/details/?barcodes=1", "PostNL"],
  ["https://a1.asendiausa.com/tracking/?trackingnumber=1", "Asendia USA"],
  ["https://www.ontrac.com/tracking/?number=1", "OnTrac"],
  ["https://www.purolator.com/en/shipping/tracker?pin=1", "Purolator"],
  ["https://fakeups.com/track", null],
  ["https://ups.com.evil.test/track", null],
  ["https://www.dhl.com/track", null],
  ["", null],
])("%s is %s", (url, company) => {
  expect(carrierOf(url)).toBe(company);
});
