import { expect } from "vitest";
import { COPY } from "../../app/components/diagnostics/copy.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { browserTest } from "./browser-test.testing.ts";
import { withLostConnection } from "./lost-connection.testing.ts";

const SUPPORT = "mailto:help@inkbridge.example";
const test = browserTest({ env: { SUPPORT_URL: SUPPORT } });

test("a merchant whose store is frozen finds the billing settings, pays, and checks again", async ({
  harness: { sandbox },
  desktop,
}) => {
  const { visit, app, appFrame } = desktop;
  await sandbox.shopify.post("condition", { shop: DEV_SHOP, condition: "frozen" });
  await visit("/app/diagnostics");
  const document = await (await appFrame())?.evaluate(async () => (await fetch(location.href)).text());
  expect(document).toContain(COPY.running);
  const billing = app.getByRole("link", { name: "View billing" });
  await billing.waitFor();
  expect(await billing.getAttribute("href")).toBe("shopify://admin/settings/billing");
  expect(await billing.getAttribute("target")).toBe("_top");

  await sandbox.shopify.post("condition", { shop: DEV_SHOP, condition: "locked" });
  const again = app.getByRole("button", { name: "Check again: Access to your store" });
  await again.click();
  const support = app.getByRole("link", { name: "Contact Shopify Support" });
  await support.waitFor();
  expect(await support.getAttribute("target")).toBe("_blank");

  await sandbox.shopify.post("condition", { shop: DEV_SHOP, condition: "open" });
  await again.click();
  const accepted = app.getByText("Shopify accepts requests from Inkbridge.");
  await accepted.waitFor();

  await withLostConnection(desktop, async () => {
    await app.getByRole("button", { name: "Run checks", exact: true }).click();
    await app.getByText("The checks couldn't be run").waitFor();
  });
  await app.getByRole("button", { name: "Try again" }).click();
  await accepted.waitFor();
});

test("where only the operator can help, Diagnostics and Home lead to the operator's support", async ({
  harness: { sandbox },
  database,
  desktop: { visit, app },
}) => {
  const support = app.getByRole("link", { name: "Contact support" });
  const leadsToSupport = async () => {
    await support.waitFor();
    expect(await support.getAttribute("href")).toBe(SUPPORT);
    expect(await support.getAttribute("target")).toBe("_blank");
  };
  await sandbox.shopify.post("address-listed", { listed: false });
  await visit("/app/diagnostics");
  await leadsToSupport();
  // A worker notices the same at its next request.
  await database.query(`UPDATE "Shop" SET "addressRefusedAt" = now()`);
  await visit("/app");
  await leadsToSupport();
  await sandbox.shopify.post("address-listed", { listed: true });
});
