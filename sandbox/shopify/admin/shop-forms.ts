import { Decimal } from "decimal.js";
import type { Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { adminLink, appLink } from "../links.ts";
import { ORDER_ACTIONS, type Fields, type OrderControls } from "./order-actions.ts";

/** What the forms of a shop's admin do in the stand-in. */
export type FormsContext = OrderControls & Pick<ShopifyStandIn, "createProduct" | "install" | "uninstall">;

/** Runs a form; returns the next address, or null for an unknown form. @throws Error with the form's problem */
export function submitForm(controls: FormsContext, shop: Shop, path: string, fields: Fields): string | null {
  const [, id, action = ""] = /^orders\/(\d+)\/([a-z-]+)$/.exec(path) ?? [];
  const order = shop.orders.find((each) => each.id === id);
  const run = ORDER_ACTIONS[action];
  if (order && run) {
    run({ controls, shop, order, fields });
    return `${adminLink(shop, "orders", order.id)}?done=${action}`;
  }
  if (path === "products") return createProduct(controls, shop, fields);
  if (path === "settings/apps/install") {
    controls.install(shop.domain);
    return appLink(shop);
  }
  if (path === "settings/apps/uninstall") {
    controls.uninstall(shop.domain);
    return `${adminLink(shop, "settings", "apps")}?done=uninstall`;
  }
  return null;
}

function createProduct(controls: FormsContext, shop: Shop, fields: Fields): string {
  const read = (name: string) => fields.get(name) ?? "";
  if (!read("title")) throw new Error("Enter a title.");
  if (!/^\d{1,6}(\.\d{1,2})?$/.test(read("price"))) throw new Error("Enter a price, such as 20.00.");
  const price = new Decimal(read("price")).toFixed(2);
  const names = read("variants")
    .split(",")
    .map((name) => name.trim());
  const variants = names.map((title, at) => ({
    title: title || "Default Title",
    price,
    sku: read("sku") ? (names.length > 1 ? `${read("sku")}-${at + 1}` : read("sku")) : null,
  }));
  const product = controls.createProduct(shop.domain, {
    title: read("title"),
    vendor: read("vendor") || undefined,
    variants,
  });
  return `${adminLink(shop, "products", product.id)}?done=product`;
}
