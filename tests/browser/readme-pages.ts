import type { Page } from "playwright-core";
import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { SampleOrders } from "./sample-orders.testing.ts";
import type { BrowserHarness, Width } from "./harness.testing.ts";

export interface Screenshot {
  /** Of the file, without width and ending. */
  name: string;
  /** Path inside the app, or a full address. */
  path: string;
  widths: readonly Width[];
  /** What is done on the page before the picture is taken. */
  before?(page: Page): Promise<void>;
}

/** The pages of the README. */
export function readmePages({ sandbox }: BrowserHarness, shop: SampleOrders): Screenshot[] {
  const { shopifyUrl, printServiceUrl, goods } = sandbox;
  const handle = DEV_SHOP.split(".")[0];
  const { shirt } = sandbox.products;
  const quote = "sku=TEE-BLACK-M&qty=2&sku=MUG-11OZ&qty=1&country=DE";
  return [
    { name: "home", path: "/app", widths: ["desktop", "phone"] },
    { name: "orders", path: "/app/orders", widths: ["desktop", "phone"] },
    { name: "order", path: `/app/orders/${shop.fulfilled.id}`, widths: ["phone"] },
    { name: "order-attention", path: `/app/orders/${shop.addressProblem.id}`, widths: ["desktop"] },
    { name: "product", path: `/app/products/${shirt.id}?variant=${goods.shirt}`, widths: ["desktop"] },
    { name: "quote", path: `/app/quote?${quote}`, widths: ["desktop"] },
    { name: "settings", path: "/app/settings", widths: ["phone"] },
    {
      name: "admin-order",
      path: `${shopifyUrl}/store/${handle}/orders/${shop.addressProblem.id}`,
      widths: ["desktop"],
      before: showBlock,
    },
    { name: "admin-bulk", path: `${shopifyUrl}/store/${handle}/orders`, widths: ["desktop"], before: checkAll },
    { name: "print-service", path: `${printServiceUrl}/`, widths: ["desktop"] },
    { name: "storefront", path: `${shopifyUrl}/storefront/${handle}`, widths: ["desktop"] },
  ];
}

/** The app's block in the admin, with the price that comes last. */
async function showBlock(page: Page): Promise<void> {
  await page.frameLocator(".extension-body iframe").getByText("Margin").waitFor();
  await page.locator(".extension-block").evaluate((block) => block.scrollIntoView({ block: "center" }));
}

/** All orders of the admin's list, checked by the app. */
async function checkAll(page: Page): Promise<void> {
  await page.getByLabel("Select all orders").check();
  await page.getByText("More actions").click();
  await page.getByRole("button", { name: "Print on demand" }).click();
  const action = page.frameLocator(".dialog iframe");
  await action.getByRole("button", { name: /^Refresh/ }).click();
  await action.getByText(/^All \d+ orders updated/).waitFor();
}
