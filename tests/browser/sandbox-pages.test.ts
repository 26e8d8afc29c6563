import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { sandboxPages } from "./pages.testing.ts";
import { createSampleOrders } from "./sample-orders.testing.ts";

const test = browserTest();

test("no page of the sandbox has an accessibility violation or overflows, with a desktop", async ({
  harness,
  desktop,
}) => {
  const shop = await createSampleOrders(harness.sandbox);
  expect(await findFaults(desktop, sandboxPages(harness.sandbox, shop))).toEqual([]);
});
