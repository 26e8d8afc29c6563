import { expect } from "vitest";
import { onlyForRelease } from "../support/release.ts";
import { findFaults } from "./find-faults.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";
import { appPages, orderPages } from "./pages.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

const shown = { timeout: 30_000 };

test("no page of the app has an accessibility violation or overflows, with a desktop", async ({
  harness,
  shop,
  desktop,
}) => {
  expect(await findFaults(desktop, [...appPages(harness.sandbox), ...orderPages(shop)])).toEqual([]);
});

test("a page asks for its scripts after its style sheets, each script once", async ({ desktop: { page, visit } }) => {
  const asked: string[] = [];
  const PAINTABLE = "the last style sheet comes";
  page.on("request", (request) => {
    const [script] = /\/assets\/.*\.js$/.exec(request.url()) ?? [];
    if (script) asked.push(script);
  });
  const html = page.waitForResponse(/\/app\/orders\?/).then((response) => response.text());
  await page.route(/\/assets\/polaris-.*\.css$/, async (route) => {
    // By then the browser knows what the page names, and would have asked for scripts that are to come early.
    await html;
    asked.push(PAINTABLE);
    await route.continue();
  });
  await visit("/app/orders");
  const [first, ...scripts] = asked;
  expect(first).toBe(PAINTABLE);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts).toEqual([...new Set(scripts)]);
});

test("a merchant who removes a mapping sees which orders that holds, and can leave the line item out", async ({
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
  for (const visitor of [desktop, ...onlyForRelease([phone])]) {
    await visitor.visit(order);
    await visitor.app.getByText("The mapping of a variant in this order was removed.").first().waitFor(shown);
    expect(await findFaults(visitor, [order])).toEqual([]);
  }
  await app
    .getByRole("button", { name: /^Don't print this item… Fox shirt/ })
    .first()
    .click();
  await app.getByText("Don't print this item?").waitFor(shown);
  await app.getByRole("button", { name: "Don't print this item", exact: true }).click();
  await app.getByText("Excluded from print by staff.").waitFor(shown);
  await app.getByRole("button", { name: "Print this item Fox shirt" }).waitFor(shown);
});
