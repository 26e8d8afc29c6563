import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { appPages, orderPages, sandboxPages } from "./pages.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";

// The app's pages once more, loaded with a phone: pages.test.ts loads them with a desktop and narrows the window. And those of
// the sandbox, which no merchant sees.
const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

test("no page of the app has an accessibility violation or overflows, with a phone", async ({
  harness,
  shop,
  phone,
}) => {
  expect(await findFaults(phone, [...appPages(harness.sandbox), ...orderPages(shop)])).toEqual([]);
});

test("no page of the sandbox has an accessibility violation or overflows, with a desktop and with a phone", async ({
  harness,
  shop,
  desktop,
  phone,
}) => {
  for (const visitor of [desktop, phone])
    expect(await findFaults(visitor, sandboxPages(harness.sandbox, shop))).toEqual([]);
});
