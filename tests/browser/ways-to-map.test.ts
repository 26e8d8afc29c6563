import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();
const shown = { timeout: 30_000 };

test("a merchant maps a shirt by a rule, with artwork out of the Shopify admin, and sees every change first", async ({
  harness,
  desktop,
}) => {
  const { app, page } = desktop;
  await desktop.visit(`/app/products/${harness.sandbox.products.shirt.id}`);
  await app.getByRole("button", { name: "Map variants" }).click(shown);
  await app.locator(".Polaris-ActionList__Item", { hasText: "Map with a rule" }).click(shown);
  await app.getByText("From a template", { exact: true }).click(shown);
  await app.getByLabel("Template", { exact: true }).fill("TEE-{Colour}-{Size}");
  await app.getByText("By option", { exact: true }).first().click();
  await app.getByRole("button", { name: "Preview" }).click();
  await app.getByText("No variant has the option Colour").waitFor(shown);
  await app.getByLabel("Template", { exact: true }).fill("TEE-{Color}-{Size}");

  await app.getByRole("button", { name: "Choose front, White from Shopify files" }).click();
  await app.getByRole("button", { name: "Allow access" }).click(shown);
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click(shown);
  await app.getByText("fox-back.png").click(shown);
  expect(await app.getByLabel("Front, White", { exact: true }).inputValue()).toContain("/fox-back.png");

  await app.getByRole("button", { name: "Preview" }).click();
  await app.getByText("5 variants will change · 1 unchanged").waitFor(shown);
  expect(await app.getByText("Front: fox-back.png").count()).toBe(3);
  await app.getByRole("button", { name: "Save 5 mappings" }).click();
  await page.getByText("5 mappings saved").waitFor(shown);
  await app.getByText("6 of 6 variants mapped").waitFor(shown);
});
