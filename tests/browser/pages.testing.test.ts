import { expect } from "vitest";
import { findAccessibilityViolations } from "./axe.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";
import { appPages, orderPages, sandboxPages } from "./pages.testing.ts";
import { browserTest } from "./browser-test.testing.ts";
import type { Visitor } from "./visitor.testing.ts";

const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

const shown = { timeout: 30_000 };

/** What is in the way on these pages: barriers that axe knows of, in the app or around it, and what stands out at the side. */
async function findFaults(visitor: Visitor, pages: readonly string[]): Promise<string[]> {
  const faults: string[] = [];
  for (const path of pages) {
    await visitor.visit(path);
    for (const frame of visitor.page.frames()) {
      const found = await findAccessibilityViolations(frame);
      const [wide = 0, window = 0] = await frame.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      if (wide > window) found.push(`is ${wide} px wide in a window of ${window} px`);
      faults.push(...found.map((fault) => `${path} ${frame.parentFrame() ? "(app)" : ""}: ${fault}`));
    }
  }
  return faults;
}

test("the app can be used by everybody at a desk", async ({ harness, shop, desktop }) => {
  expect(await findFaults(desktop, [...appPages(harness.sandbox), ...orderPages(shop)])).toEqual([]);
});

test("the app can be used by everybody on a phone", async ({ harness, shop, phone }) => {
  expect(await findFaults(phone, [...appPages(harness.sandbox), ...orderPages(shop)])).toEqual([]);
});

test("the sandbox can be used by everybody at a desk", async ({ harness, shop, desktop }) => {
  expect(await findFaults(desktop, sandboxPages(harness.sandbox, shop))).toEqual([]);
});

test("the sandbox can be used by everybody on a phone", async ({ harness, shop, phone }) => {
  expect(await findFaults(phone, sandboxPages(harness.sandbox, shop))).toEqual([]);
});

test("a merchant who removes a mapping is told of the orders that it holds, and may leave the line out", async ({
  harness,
  shop,
  desktop,
  phone,
}) => {
  const { app, page } = desktop;
  await desktop.visit(`/app/products/${harness.sandbox.products.shirt.id}?variant=${harness.sandbox.goods.shirt}`);
  await app.getByRole("button", { name: /^Remove mapping of Black \/ M/ }).click(shown);
  await app.getByText(/2 orders not sent yet use this mapping/).waitFor(shown);
  await app.getByRole("button", { name: "Remove mapping", exact: true }).click();
  await page.getByText("Mapping removed, 2 orders on hold").waitFor(shown);

  const order = `/app/orders/${shop.unpaid.id}`;
  for (const visitor of [desktop, phone]) {
    await visitor.visit(order);
    await visitor.app.getByText("The mapping of a variant in this order was removed.").first().waitFor(shown);
    expect(await findFaults(visitor, [order])).toEqual([]);
  }
  await app
    .getByRole("button", { name: /^Don't print this line… Fox shirt/ })
    .first()
    .click();
  await app.getByText("Don't print this line?").waitFor(shown);
  await app.getByRole("button", { name: "Don't print this line", exact: true }).click();
  await app.getByText("A person chose not to print it.").waitFor(shown);
  await app.getByRole("button", { name: "Print this line Fox shirt" }).waitFor(shown);
});
