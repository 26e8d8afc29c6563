import { expect } from "vitest";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import { browserTest } from "./browser-test.testing.ts";
import { findFaults } from "./find-faults.testing.ts";

const test = browserTest();

const file = (name: string, rows: string[]) => ({
  name,
  mimeType: "text/csv",
  buffer: Buffer.from(["SKU;Product;Color;Size;Price;Old SKUs", ...rows].join("\r\n")),
});

test("a merchant uploads the print service's catalog as a file, searches it, and changes a mapped SKU that has a new name", async ({
  database,
  desktop,
  phone,
}) => {
  const { app } = desktop;
  await desktop.visit("/app/products");
  await app.getByRole("link", { name: "Catalog", exact: true }).click();
  await app.getByText("Upload your print service's catalog").waitFor();
  expect(await findFaults(desktop, ["/app/catalog"])).toEqual([]);

  // A file that cannot be used says why; the next one takes its place.
  await app.getByRole("button", { name: "Upload catalog file" }).click();
  await app
    .locator("input[type=file]")
    .setInputFiles({ ...file("a.csv", []), buffer: Buffer.from("Name,Price\nTee,1") });
  await app.getByRole("button", { name: "Use this file" }).click();
  await app.getByText("The first row has no column SKU and Product.").waitFor();
  // The answer to a file that is refused.
  expect(desktop.browserErrors.splice(0)).toMatchObject([expect.stringContaining("422")]);
  const rows = [
    "TEE-BLACK-L;Classic tee;Black;L;7,80;TEE-BLACK-M",
    "TEE-BLACK-XL;Classic tee;Black;XL;ask;",
    ";Classic tee;Black;S;;",
    "MUG-11OZ;Mug;White;11 oz;5.20;",
  ];
  await app.locator("input[type=file]").setInputFiles(file("b.csv", rows));
  await app.getByRole("button", { name: "Use this file" }).click();
  await app.getByText("The catalog has 3 variants").waitFor();
  await app.getByText("Row 4: the SKU is missing. Enter the print service's SKU.").waitFor();
  await app.getByText("Row 3: the price isn't a number above 0.").waitFor();
  await app.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();

  // The search and the filters stay in the address.
  await app.getByRole("link", { name: "Classic tee" }).waitFor();
  await app.getByLabel("Search products, SKUs, colors, or sizes").fill("11 oz");
  await app.getByRole("link", { name: "Classic tee" }).waitFor({ state: "detached" });
  await app.getByRole("link", { name: "Mug", exact: true }).waitFor();
  await app.getByLabel("Color", { exact: true }).selectOption("Black");
  await app.getByText("No products found").waitFor();
  await desktop.visit("/app/catalog?query=tee&size=XL");
  expect(await app.getByLabel("Size", { exact: true }).inputValue()).toBe("XL");
  await app.getByRole("link", { name: "Classic tee" }).click();
  await app.getByText("TEE-BLACK-XL", { exact: true }).waitFor();
  await app.getByText("Earlier: TEE-BLACK-M").waitFor();

  // Home says so in one line, which leads to the mapping that is changed with one button.
  await phone.visit("/app");
  await phone.app.getByText("Mapped SKUs: 1 with a new name.").waitFor();
  await phone.app.getByRole("link", { name: "Review catalog" }).click();
  await phone.app.getByText("The print service gave these SKUs new names.").waitFor();
  expect(await findFaults(phone, ["/app/catalog?tab=renamed"])).toEqual([]);
  await phone.app.getByRole("button", { name: "Change mappings from TEE-BLACK-M to TEE-BLACK-L" }).click();
  await phone.app.getByText("1 mapping changed.").waitFor();
  await phone.app.getByText("No new SKUs").waitFor();
  const { rows: mapped } = await database.query<{ itemSku: string }>(
    `SELECT "itemSku" FROM "Mapping" ORDER BY "itemSku"`,
  );
  expect(mapped.map(({ itemSku }) => itemSku)).toEqual(["MUG-11OZ", "TEE-BLACK-L"]);

  // A removed file leaves nothing to be told. Another store of the account would lose it, too.
  await database.query(
    `INSERT INTO "Shop" ("id", "domain", "name", "installedAt", "goLiveAt", "settings", "printAccountId")
     SELECT gen_random_uuid(), 'second.myshopify.com', 'Second', now(), now(), '{}', "printAccountId" FROM "Shop" WHERE "domain" = $1`,
    [DEV_SHOP],
  );
  await desktop.visit("/app/catalog");
  expect(await findFaults(desktop, ["/app/catalog"])).toEqual([]);
  const shared = app.getByText("This also applies to the other stores with this print service account.");
  await app.getByRole("button", { name: "Replace file" }).click();
  await shared.waitFor();
  await app.getByRole("dialog").getByRole("button", { name: "Cancel" }).click();
  await shared.waitFor({ state: "detached" });
  await app.getByRole("button", { name: "Remove file" }).click();
  await shared.waitFor();
  await app.getByRole("dialog").getByRole("button", { name: "Remove file" }).click();
  await app.getByText("Upload your print service's catalog").waitFor();
});
