import { expect } from "vitest";
import { vitalsOf } from "../../bench/web-vitals.ts";
import { createPrintServiceStandIn } from "../../sandbox/print-service/index.ts";
import { readyMade } from "../../sandbox/shopify/buyers.ts";
import type { ShownOrder } from "../../sandbox/show-order.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { shown } from "./visitor.testing.ts";

const standIn = await createPrintServiceStandIn({ interfaces: ["v3"] });
const test = browserTest({ env: { PRINT_SERVICE_URL: standIn.url } });

const QUOTE = "/app/quote?sku=TEE-BLACK-M&qty=3&country=US";
const SETTINGS = "/app/settings/shipping";
const isHeld = ({ submissions }: ShownOrder) => submissions[0]?.state === "waiting";
const isSubmitted = ({ submissions }: ShownOrder) => submissions[0]?.state === "submitted";
const sentServices = () => standIn.state().orders.map(({ version3 }) => version3?.shippingService);

test("an order by Express waits until the merchant chooses one of the print service's services, whose prices the quote page compares", async ({
  harness: { sandbox },
  database,
  demo,
  desktop,
  phone,
  onTestFinished,
}) => {
  onTestFinished(() => standIn.close());
  const { app, page, visit } = desktop;
  const isCopied = () =>
    database.query(`SELECT FROM "CatalogCopy" c, "ProductVariant" v WHERE c."copiedAt" IS NOT NULL LIMIT 1`);
  await expect.poll(async () => (await isCopied()).rowCount, shown).toBe(1);

  // The service names no price before an order is paid, so the price is calculated from its catalog and fees.
  await visit(QUOTE);
  await app.getByText("All shipping services").waitFor();
  await app.getByText("Calculated from the print service's catalog and fees").waitFor();
  const row = (service: string) => app.getByRole("row").filter({ hasText: service });
  const cells = await row("Economy").getByRole("cell").allInnerTexts();
  // 3 shirts of 7.80; 3.30 for the first one and 1.32 for each further one. 29.34 of 3 times the shirt's price in Shopify.
  expect(cells.map((text) => text.trim()).slice(0, 5)).toEqual([
    "Economy",
    "$3.30 USD",
    "$1.32 USD",
    "Not known",
    "$29.34 USD",
  ]);
  expect(cells[5]).toMatch(/^\d+(\.\d+)?%$/);
  for (const service of ["Standard", "Ground", "Express"]) await row(service).first().waitFor();
  expect(await app.getByText("$0.00").count()).toBe(0);

  // The sandbox's rule is of version 1.
  const order = await demo.buy(readyMade(sandbox.goods)["express"] ?? { lines: [] });
  await demo.waitForApp(order, "is held", isHeld);
  await visit(`/app/orders/${order.id}`);
  await app.getByText("Your print account has its own list of shipping services.").first().waitFor();
  await app.getByText("Available shipping services: Economy, Express, Ground, Standard.").first().waitFor();
  expect(sentServices()).toEqual([]);
  await app.getByRole("link", { name: "Go to settings" }).first().click();

  const method = app.getByLabel("Use shipping method");
  await app.getByText("Orders that match a rule with an unavailable method are held.").waitFor();
  await method.selectOption({ label: "All countries: Express" });
  await app.getByText("Orders that match a rule with an unavailable method are held.").waitFor({ state: "detached" });
  await page.locator("#save-bar").getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").waitFor();
  await demo.waitForApp(order, "is submitted", isSubmitted);
  expect(sentServices()).toEqual(["EXPRESS"]);
  await visit(`/app/orders/${order.id}`);
  await app.getByText("Based on the shipping service EXPRESS").first().waitFor();

  standIn.changeBehavior({ version3: { services: "standard only" } });
  await visit(QUOTE);
  await app.getByRole("button", { name: "Refresh price" }).click();
  await app.getByText("Express is no longer offered.").waitFor();
  const late = await demo.buy(readyMade(sandbox.goods)["express"] ?? { lines: [] });
  await demo.waitForApp(late, "is held", isHeld);
  await visit(`/app/orders/${late.id}`);
  await app.getByText("The print service no longer offers this shipping service.").first().waitFor();
  await app.getByText("Available shipping services: Standard.").first().waitFor();
  expect(sentServices()).toEqual(["EXPRESS"]);

  for (const visitor of [desktop, phone]) {
    await visitor.page.goto("about:blank");
    await visitor.visit(QUOTE);
    await visitor.app.getByText("All shipping services").waitFor();
    const frame = await visitor.appFrame();
    expect.soft(frame && (await vitalsOf(frame)).cls, "layout shift").toBeLessThanOrEqual(0.05);
    expect(await findFaults(visitor, [QUOTE, SETTINGS, `/app/orders/${late.id}`])).toEqual([]);
  }
});
