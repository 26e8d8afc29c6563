import type { Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { appPage, type AppPageContext } from "./app-page.ts";
import { appsPage } from "./apps-page.ts";
import { adminPage, type AdminView } from "./layout.ts";
import type { Notice } from "./notice.ts";
import { orderPage } from "./order-page.ts";
import { ordersPage } from "./orders-page.ts";
import { productPage, productsPage } from "./products-page.ts";
import { variantPage } from "./variant-page.ts";
import type { Html } from "../../pages/html.ts";

/** What the pages of a shop's admin read of the stand-in. */
export type PagesContext = AppPageContext & Pick<ShopifyStandIn, "extensions" | "notifications">;

/** The page at that path of the shop's admin. null: there is none. */
export function renderPage(context: PagesContext, shop: Shop, path: string, url: URL, problem?: string): Html | null {
  const app = /^apps\/inkbridge(\/.*)?$/.exec(path);
  if (app) return appPage(context, shop, (app[1] ?? "/app") + url.search);
  const outcome = { done: url.searchParams.get("done"), problem };
  const view = viewForPath(context, shop, path, url.searchParams.get("q") ?? "", outcome);
  return view && adminPage(context, shop, view);
}

function viewForPath(
  context: PagesContext,
  shop: Shop,
  path: string,
  query: string,
  outcome: Notice,
): AdminView | null {
  const { appTitle } = context;
  const extensions = shop.installed ? context.extensions : [];
  if (path === "orders") return { title: "Orders", section: "orders", body: ordersPage(shop, query, extensions) };
  if (path === "products") return { title: "Products", section: "products", body: productsPage(shop, outcome) };
  if (path === "settings/apps") return { title: "Apps", section: "settings", body: appsPage(shop, appTitle, outcome) };
  const [, kind, id, variantId] = /^(orders|products)\/(\d+)(?:\/variants\/(\d+))?$/.exec(path) ?? [];
  const order = kind === "orders" && !variantId ? shop.orders.find((each) => each.id === id) : undefined;
  if (order) {
    const notifications = context.notifications.filter((each) => each.orderId === order.id);
    const body = orderPage({ shop, order, notifications, appTitle, extensions, ...outcome });
    return { title: order.name, section: "orders", body };
  }
  const product = kind === "products" ? shop.products.find((each) => each.id === id) : undefined;
  const variant = product?.variants.find((each) => each.id === variantId);
  if (product && variant) {
    return { title: variant.title, section: "products", body: variantPage(shop, product, variant, extensions) };
  }
  return product && !variantId
    ? { title: product.title, section: "products", body: productPage(shop, product, outcome) }
    : null;
}
