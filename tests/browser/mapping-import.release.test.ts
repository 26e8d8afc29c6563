import { expect } from "vitest";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const file = (name: string, rows: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(["Variant ID;Print SKU;Print note", ...rows].join("\r\n")),
});

test("a merchant imports the rows of a file that have no problem, then the fixed one", async ({
  harness,
  desktop,
  phone,
}) => {
  const shirt = `gid://shopify/ProductVariant/${harness.sandbox.goods.shirt}`;
  const { app } = phone;
  await phone.visit("/app/products");
  expect(await findFaults(phone, ["/app/products"])).toEqual([]);
  await app.getByRole("button", { name: /actions/i }).click();
  await app.getByRole("button", { name: "Import", exact: true }).click();
  await app
    .locator("input[type=file]")
    .setInputFiles(file("mappings.csv", ["5.01E+13;MUG-11OZ;", `${shirt};MUG-11OZ;x`]));
  await app.getByRole("button", { name: "Upload and check" }).click();
  await app.getByText("Row 2, Variant ID").waitFor();
  await app.getByText("Your spreadsheet shortened a number: 5.01E+13.").waitFor();
  await app.getByRole("button", { name: "Import 1 mapping" }).click();
  await app.getByText("1 row with problems wasn't imported").waitFor();
  const toFix = phone.page.waitForEvent("download");
  await app.getByRole("button", { name: "Download 1 row to fix" }).click();
  expect((await toFix).suggestedFilename()).toBe("rows-to-fix.csv");
  await app.getByRole("button", { name: "Import fixed file" }).click();
  await app.getByText("Each row maps one variant.").waitFor();
  await app.getByRole("button", { name: "Cancel" }).click();

  await desktop.visit("/app/products");
  await desktop.app.getByRole("button", { name: "Import", exact: true }).click();
  await desktop.app.locator("input[type=file]").setInputFiles(file("fixed.csv", [`${shirt};MUG-11OZ;Fold`]));
  await desktop.app.getByRole("button", { name: "Upload and check" }).click();
  await desktop.app.getByRole("button", { name: "Import 1 mapping" }).click();
  await desktop.app.getByText("1 mapping imported").waitFor();
  await desktop.app.getByRole("button", { name: "Close" }).last().click();
  await desktop.app.getByRole("button", { name: "Export", exact: true }).click();
  const download = desktop.page.waitForEvent("download");
  await desktop.app.getByRole("dialog").getByRole("button", { name: "Export", exact: true }).click();
  expect((await download).suggestedFilename()).toBe("mappings-all.csv");
});
