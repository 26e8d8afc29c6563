import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { orderInput, PEOPLE } from "../../sandbox/shopify/buyers.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { appPages, orderPages, sandboxPages } from "./pages.testing.ts";
import { createSampleOrders, type SampleOrders } from "./sample-orders.testing.ts";

// With a desktop, the window is narrowed to a phone's, too. With a phone, the pages are loaded as one loads them.
const test = browserTest().extend("shop", { scope: "file" }, ({ harness }): Promise<SampleOrders> =>
  createSampleOrders(harness.sandbox),
);

test("no page of the app has an accessibility violation or overflows, with a desktop", async ({
  harness,
  shop,
  desktop,
}) => {
  expect(await findFaults(desktop, [...appPages(harness.sandbox), ...orderPages(shop)])).toEqual([]);
});

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

test("no page shifts when it hydrates, with a desktop and with a phone", async ({
  harness,
  demo,
  shop,
  desktop,
  phone,
}) => {
  const properties = ["Front", "Back"].map((side) => ({ name: `Name on the ${side}`, value: "Captain Fig" }));
  const annotated = await demo.buy(
    orderInput(PEOPLE.unitedStates, [{ variantId: harness.sandbox.goods.shirt, properties }], {
      note: "Please gift wrap.\n".repeat(5),
      noteAttributes: [1, 2, 3, 4, 5].map((day) => ({ name: `Delivery ${day}`, value: "Between 10 am and 2 pm" })),
      tags: ["Gift", "VIP"],
    }),
  );
  await demo.waitForApp(annotated, "has texts to review", ({ reasons }) => reasons.length > 0);
  const orders = [shop.fulfilled, shop.addressProblem, annotated].map(({ id }) => `/app/orders/${id}`);
  const paths = [
    "/app/orders",
    "/app/orders/review",
    ...orders,
    `/app/orders/${shop.addressProblem.id}/differences`,
    "/app/products",
    "/app/products/variants",
    "/app/reports",
    "/app/diagnostics",
  ];
  for (const visitor of [desktop, phone])
    for (const path of paths) {
      // From a page that is not the app's: within the app, nothing hydrates.
      await visitor.page.goto("about:blank");
      await visitor.visit(path);
      const frame = await visitor.appFrame();
      if (!frame) throw new Error(`${path} has no frame`);
      expect.soft((await vitalsOf(frame)).cls, path).toBeLessThanOrEqual(0.05);
    }
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
