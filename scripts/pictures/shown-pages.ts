import { DEV_SHOP } from "../../sandbox/dev-shop.ts";
import type { LivelyShop } from "../../tests/browser/lively-shop.ts";
import type { Stage, Width } from "../../tests/browser/stage.ts";

export interface Shown {
  /** Of the file, without width and ending. */
  name: string;
  /** Path inside the app, or a full address. */
  path: string;
  widths: readonly Width[];
}

/** The pages of the README. */
export function shownPages({ sandbox }: Stage, shop: LivelyShop): Shown[] {
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
    { name: "print-service", path: `${printServiceUrl}/`, widths: ["desktop"] },
    { name: "storefront", path: `${shopifyUrl}/storefront/${handle}`, widths: ["desktop"] },
  ];
}
