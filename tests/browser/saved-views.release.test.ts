import { expect } from "vitest";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";
import { stockVariants } from "./stock-variants.testing.ts";

const test = browserTest();

test("a merchant saves a search of variants as a view, and changes, copies, renames and deletes it on a phone", async ({
  harness,
  database,
  desktop,
  phone,
}) => {
  await stockVariants(harness, database, 25);
  await desktop.visit("/app/products/variants?view=unmapped&query=cat-");
  await desktop.app.getByText("25 variants", { exact: true }).waitFor();
  await desktop.app.getByRole("button", { name: "Save as" }).click();
  const saveAs = desktop.app.getByRole("dialog");
  await saveAs.getByLabel("Name").fill("not mapped");
  await saveAs.getByText("A view with this name already exists.").waitFor();
  await saveAs.getByLabel("Name").fill("Foxes to map");
  await saveAs.getByRole("button", { name: "Save" }).click();
  await desktop.app.getByRole("tab", { name: "Foxes to map", selected: true }).waitFor();
  // The tab is shown as selected before the view's list has arrived.
  await until("the address of the view", () => desktop.page.url().includes("query=cat-&saved="));

  const { app } = phone;
  const dialog = app.getByRole("dialog");
  const tab = (name: string) => app.getByRole("tab", { name, exact: true });
  const menuItem = (text: string) => app.locator(".Polaris-ActionList__Item", { hasText: text });
  await phone.visit("/app/products/variants");
  await tab("Foxes to map").click();
  await app.getByText("25 variants", { exact: true }).waitFor();
  expect(await findFaults(phone, [phone.page.url()])).toEqual([]);
  await tab("Foxes to map").click();
  await menuItem("Edit view").click();
  await app.getByPlaceholder("Search products, variants, and SKUs").fill("cat- white");
  await app.getByText("5 variants", { exact: true }).waitFor();
  await app.getByRole("button", { name: "Save", exact: true }).click();
  // The page reads its views again once they are saved.
  await phone.settle();

  await tab("Foxes to map").click();
  await menuItem("Duplicate view").click();
  await dialog.getByLabel("Name").fill("White foxes");
  await dialog.getByRole("button", { name: "Create view" }).click();
  await app.getByRole("tab", { name: "White foxes", selected: true }).waitFor();
  await app.getByText("5 variants", { exact: true }).waitFor();
  await tab("White foxes").click();
  await menuItem("Rename view").click();
  await dialog.getByLabel("Name").fill("Arctic foxes");
  await dialog.getByRole("button", { name: "Save" }).click();
  await tab("Arctic foxes").click();
  await menuItem("Delete view").click();
  await dialog.getByRole("button", { name: "Delete view" }).click();
  await tab("Arctic foxes").waitFor({ state: "detached" });
  await app.getByRole("tab", { name: "All", selected: true }).waitFor();
  await tab("Foxes to map").waitFor();
});
