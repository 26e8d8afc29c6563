import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const SETTINGS = "/app/settings/prices";
const isSubmitted = ({ submissions }: ShownOrder) => submissions[0]?.state === "submitted";

test("a merchant sees what a product costs by country, and what to charge for 40%", async ({
  harness: { sandbox },
  demo,
  desktop,
  phone,
}) => {
  const order = await demo.buy(readyMade(sandbox.goods)["plain"] ?? { lines: [] });
  await demo.waitForApp(order, "is submitted", isSubmitted);
  const path = `/app/products/${sandbox.products.shirt.id}`;
  for (const visitor of [desktop, phone]) {
    const { app, page, visit } = visitor;
    // From a page that is not the app's, so that the layout shifts are those of this page.
    await page.goto("about:blank");
    await visit(path);
    await app.getByRole("button", { name: "Show prices" }).click();
    // 7.80 and 4.49 are 12.29, of which a price of 20.49 leaves 40 %.
    await app.getByText("$20.49 USD").filter({ visible: true }).first().waitFor();
    await app.getByLabel("Round prices up").selectOption({ label: "To .99" });
    await app.getByText("$20.99 USD").filter({ visible: true }).first().waitFor();
    await app.getByLabel("Add a country").selectOption({ label: "Germany" });
    // 7.80 and 9.95, which the print service charges elsewhere.
    await app.getByText("$29.99 USD").filter({ visible: true }).first().waitFor();
    await app.getByText("in all of these countries").first().waitFor();
    await app.getByLabel("Target margin").fill("95");
    await app.getByText("Enter a percentage from 0 to 90.").waitFor();
    await app.getByLabel("Target margin").fill("50");
    await app.getByRole("button", { name: "Save as default for all products" }).click();
    await page.getByText("Default saved").waitFor();
    await app.getByText("Enter a percentage from 0 to 90.").waitFor({ state: "detached" });
    const frame = await visitor.appFrame();
    expect.soft(frame && (await vitalsOf(frame)).cls, "layout shift").toBeLessThanOrEqual(0.05);
    expect(await findFaults(visitor, [path])).toEqual([]);
    visitor.browserErrors.splice(0, Infinity);
    await visit(SETTINGS);
    expect(await app.getByLabel("Target margin").inputValue()).toBe("50");
    await app.getByLabel("Target margin").fill("40");
    await app.getByLabel("Round prices up").selectOption({ label: "To the cent" });
    await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
    await page.getByText("Settings saved").waitFor();
  }
});

test("a minimum margin is tried on past orders before it is saved", async ({ harness: { sandbox }, demo, desktop }) => {
  const { app, page, visit } = desktop;
  const order = await demo.buy(readyMade(sandbox.goods)["plain"] ?? { lines: [] });
  await demo.waitForApp(order, "is submitted", isSubmitted);
  await visit(`/app/orders/${order.id}`);
  await app.getByText("Based on standard shipping.").waitFor();

  await visit(SETTINGS);
  const tryIt = app.getByRole("button", { name: "Try on the last 30 days" });
  await tryIt.click();
  await app.getByText("Enter a minimum margin to try.").waitFor();
  await app.getByLabel("Minimum margin").fill("99");
  await tryIt.click();
  await app.getByText(/of 2 orders of the last 30 days would have been held\./).waitFor();
  await app.getByRole("link", { name: order.name }).waitFor();
  await app.getByLabel("Minimum margin").fill("-100");
  await tryIt.click();
  await app.getByText("0 of 2 orders of the last 30 days would have been held.").waitFor();
  await page.locator("#save-bar").getByRole("button", { name: "Discard" }).click();
  await page.getByRole("button", { name: "Discard changes" }).click();
  expect(await findFaults(desktop, [SETTINGS])).toEqual([]);
});
