import { expect } from "vitest";
import { buy } from "./bought-order.testing.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();

test("a printed order is among the fulfilled ones, and a dry run says that nobody was needed", async ({
  harness: { sandbox },
  desktop,
}) => {
  const { page, app } = desktop;
  // On the stand-ins' own pages, as people try the sandbox out.
  const { name } = await buy(desktop, sandbox, "Place this order: Express shipping");
  await page.goto(`${sandbox.printServiceUrl}/`);
  const ticket = page.getByRole("article").first();
  await ticket.getByText("TEE-BLACK-M").first().waitFor();
  await ticket.getByRole("button", { name: "Start production" }).click();
  await desktop.visit("/app/orders");
  await app.getByText("In production").first().waitFor();
  await page.goto(`${sandbox.printServiceUrl}/`);
  await ticket.getByLabel("Tracking number").fill("FOX-IN-A-BOX");
  await ticket.getByRole("button", { name: "Ship in one parcel" }).click();
  await desktop.visit("/app/orders?tab=fulfilled");
  await app.getByRole("link", { name }).click();
  await app.getByRole("link", { name: "FOX-IN-A-BOX" }).waitFor();

  await desktop.visit("/app");
  await app.getByRole("link", { name: "Dry run" }).click();
  await app.getByRole("button", { name: "Start dry run" }).click();
  await app.getByText("1 of 1 order would print automatically").waitFor();
  await app.getByRole("link", { name: `Open ${name} in Shopify` }).waitFor();
  await app.getByRole("table").getByText("Would be sent", { exact: true }).waitFor();
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    app.getByRole("button", { name: "Export" }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^dry-run-\d{4}-\d\d-\d\d\.csv$/);
});
