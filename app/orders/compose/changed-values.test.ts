import { expect, test } from "vitest";
import { address, settings, snapshot } from "../../../tests/support/order-fixtures.ts";
import { addressIn, withChangedRecipient } from "./changed-values.ts";
import { buildRecipient } from "./recipient.ts";

const shown = snapshot({ shippingAddress: address({ country: "United States", countryCode: "US" }) });
const corrected = (countryCode: string) => {
  const changed = { ...addressIn(shown), address1: "2 Elm Street", countryCode };
  return buildRecipient(withChangedRecipient(shown, { address: changed }), settings());
};

test("a corrected address keeps Shopify's name of its country", () => {
  expect(corrected("US")).toMatchObject({ recipient: { address1: "2 Elm Street", country: "United States" } });
});

test("an address in another country gets the name of that country", () => {
  expect(corrected("CA")).toMatchObject({ recipient: { countryCode: "CA", country: "Canada" } });
});
