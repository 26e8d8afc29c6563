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

test.each([
  // The link decides where it is sure.
  ["https://tools.usps.com/go/TrackConfirmAction?tLabels=1", "UPS", "USPS"],
  // Then the service's name, as Shopify writes it, whatever its spelling.
  ["https://track.test/1", "usps", "USPS"],
  ["https://track.test/1", "canada-post", "Canada Post"],
  ["https://track.test/1", "DHL_ECOMMERCE", "DHL eCommerce"],
  ["https://track.test/1", "Fed Ex", "FedEx"],
  ["https://track.test/1", "United States Postal Service", "USPS"],
  ["", "YUNEXPRESS", "YunExpress"],
  // One that Shopify does not know keeps the link beside it, and would have none without.
  ["https://track.test/1", "Rocket Parcels", "Rocket Parcels"],
  ["", "Rocket Parcels", null],
  ["not a link", "Rocket Parcels", null],
  // Several carriers of Shopify's list have this name.
  ["", "DHL", null],
  ["https://track.test/1", "DHL", "DHL"],
  ["https://track.test/1", null, null],
])("%s of %s is %s", (url, named, company) => {
  expect(carrierOf(url, named)).toBe(company);
});
