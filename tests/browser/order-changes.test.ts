import { expect } from "vitest";
import { openDemo, type Demo } from "../../sandbox/demo/demo.ts";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { Sandbox } from "../../sandbox/open.ts";
import type { Shop } from "../../sandbox/shopify/model.ts";
import { until } from "../support/until.ts";
import { browserTest } from "./browser-test.testing.ts";

const test = browserTest().extend("demo", { scope: "file" }, ({ harness }) => demoOf(harness.sandbox));
const STORE = DEV_SHOP.split(".")[0] ?? "";
const shown = { timeout: 20_000 };

function demoOf(sandbox: Sandbox): Demo {
  if (!sandbox.printService) throw new Error("The stand-in of the print service is needed.");
  return openDemo(sandbox, sandbox.printService, () => undefined);
}

interface Body {
  shipping_address1: string;
  method?: number | null;
  order_items: { item_sku: string; variant_note: string }[];
}

test("staff corrects the address and writes the note, and just that is printed", async ({ harness, demo, desktop }) => {
  const { page, app } = desktop;
  const { shopifyUrl, shopify } = harness.sandbox;
  await page.goto(`${shopifyUrl}/storefront/${STORE}`);
  await page.getByRole("button", { name: "Place this order: With an engraving" }).click();
  const link = await page.getByRole("link", { name: "View in admin" }).getAttribute("href");
  const id = link?.split("/").at(-1) ?? "";
  const { shops } = await shopify.get<{ shops: Shop[] }>("state");
  const name = shops.flatMap((shop) => shop.orders).find((order) => order.id === id)?.name ?? "";
  const bodies = async () =>
    (await demo.printServiceState()).orders
      .filter(({ reference }) => reference.startsWith(`${name.slice(1)}-`))
      .map(({ raw }) => JSON.parse(raw) as Body);
  const isHeld = (seen: { reasons: { code: string }[] }) => seen.reasons.some(({ code }) => code === "details_unused");
  await demo.waitForApp({ id, name, expectedProviderOrders: 0 }, "is held", isHeld);
  await desktop.visit(`/app/orders/${id}`);

  // The address: a mistake shows beside its field, and the scope that is missing at the checkbox.
  await app.getByRole("button", { name: "Change address or shipping…" }).click(shown);
  const dialog = app.getByRole("dialog");
  await dialog.getByText("Inkbridge isn't allowed to edit orders").waitFor(shown);
  await dialog.getByLabel("Address", { exact: true }).fill("");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("Enter a value.").first().waitFor(shown);
  await dialog.getByLabel("Address", { exact: true }).fill("14 Juniper Lane");
  await dialog.getByLabel("Shipping method").selectOption("Ground");
  await dialog.getByLabel("Reason").fill("The customer called.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("This is what's sent to print").or(dialog.getByText("isn't complete yet")).waitFor(shown);
  expect(await bodies()).toEqual([]);
  await dialog.getByRole("button", { name: "Save change" }).click();
  await dialog.waitFor({ ...shown, state: "hidden" });
  await app.getByText("“The customer called.”").first().waitFor(shown);

  // The note: the customer's text stands beside it, so that writing the note is the review.
  await app
    .getByRole("button", { name: /^Change item…/ })
    .first()
    .click(shown);
  await dialog.getByText("For Bob").waitFor(shown);
  await dialog.getByLabel("Print note").fill("Engrave: For Bob");
  await dialog.getByLabel("Reason").fill("No rule uses the engraving.");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("This is what's sent to print").waitFor(shown);
  await dialog.getByRole("button", { name: "Save change" }).click();
  const [body, ...more] = await until("the print order", async () => {
    const received = await bodies();
    return received.length > 0 && received;
  });
  expect(more).toEqual([]);
  expect(body).toMatchObject({
    shipping_address1: "14 Juniper Lane",
    method: 2,
    order_items: [{ item_sku: "TEE-BLACK-M", variant_note: "Engrave: For Bob" }],
  });
});
