import sharp from "sharp";
import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest();
const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: "red" } })
  .png()
  .toBuffer();

test("a merchant maps a shirt by a rule, with artwork out of the Shopify admin, and sees every change first", async ({
  harness,
  desktop,
}) => {
  const { app, page } = desktop;
  await desktop.visit(`/app/products/${harness.sandbox.products.shirt.id}`);
  await app.getByRole("button", { name: "More ways to map" }).click();
  await app.locator(".Polaris-ActionList__Item", { hasText: "Map with a rule" }).click();
  await app.getByText("From a template", { exact: true }).click();
  await app.getByLabel("Template", { exact: true }).fill("TEE-{Colour}-{Size}");
  await app.getByText("By option", { exact: true }).first().click();
  await app.getByRole("button", { name: "Preview" }).click();
  await app.getByText("No variant has the option Colour").waitFor();
  await app.getByLabel("Template", { exact: true }).fill("TEE-{Color}-{Size}");

  await app.getByRole("button", { name: "Choose or upload file for front, White" }).click();
  await app.getByRole("button", { name: "Allow access" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await app.getByText("fox-back.png").click();
  expect(await app.getByLabel("Front, White", { exact: true }).inputValue()).toContain("/fox-back.png");

  await app.getByRole("button", { name: "Preview" }).click();
  await app.getByText("5 variants will change · 1 unchanged").waitFor();
  expect(await app.getByText("Front: fox-back.png").count()).toBe(3);
  await app.getByRole("button", { name: "Save 5 mappings" }).click();
  await page.getByText("5 mappings saved").waitFor();
  await app.getByText("6 of 6 variants mapped").waitFor();
});

test("a merchant uploads a print file and maps by keyboard", async ({ harness, desktop }) => {
  const { app, page } = desktop;
  await desktop.visit(`/app/products/${harness.sandbox.products.mug.id}`);
  const rule = app.getByRole("dialog", { name: "Map with a rule" });
  const picker = app.getByRole("dialog", { name: "Choose artwork" });
  await app.getByRole("button", { name: "More ways to map" }).press("Enter");
  await app.locator(".Polaris-ActionList__Item", { hasText: "Map with a rule" }).press("Enter");
  await rule.getByLabel("One for all variants").first().press("Space");

  await rule.getByRole("button", { name: "Choose or upload file for front artwork" }).press("Enter");
  const chosen = (name: string, buffer: Buffer) =>
    picker.locator('input[type="file"]').setInputFiles({ name, mimeType: "image/png", buffer });
  await chosen("fox.psd", Buffer.from("8BPS"));
  await picker.getByText("Choose a PNG, JPEG, WebP, or PDF file.").waitFor();
  await chosen("fox-print.png", PICTURE);
  await picker.getByText("Allow Inkbridge to add files").waitFor();
  await picker.getByRole("button", { name: "Allow access" }).first().press("Enter");
  await page.getByRole("dialog").getByRole("button", { name: "Allow" }).click();
  await picker.getByText("Shopify is processing fox-print.png").waitFor();
  await picker.waitFor({ state: "detached" });
  expect(await rule.getByLabel("Front artwork", { exact: true }).inputValue()).toContain("/fox-print.png");

  await rule.getByRole("button", { name: "Preview" }).press("Enter");
  await app.getByText("1 variant will change").waitFor();
  await app.getByRole("button", { name: "Save 1 mapping" }).press("Enter");
  await page.getByText("1 mapping saved").waitFor();
});
