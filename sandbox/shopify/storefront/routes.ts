import type { IncomingMessage, ServerResponse } from "node:http";
import { sendStyles } from "../../pages/assets.ts";
import { seeOther, sendHtml } from "../../pages/document.ts";
import { readForm } from "../../pages/form.ts";
import { html } from "../../pages/html.ts";
import { storefrontLink } from "../links.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { checkOut, DESTINATIONS, readBasket, type CheckoutContext } from "./checkout.ts";
import { checkoutPage } from "./checkout-page.ts";
import { storefrontPage } from "./layout.ts";
import { shopPage } from "./shop-page.ts";
import { thanksPage } from "./thanks-page.ts";

const PATH = /^\/storefront\/([a-z0-9-]+)(?:\/orders(?:\/(\d+))?|\/(checkout))?\/?$/;

type SiteContext = CheckoutContext & Pick<ShopifyStandIn, "shops" | "appTitle" | "printServiceUrl">;

/** The storefront. false: another address. */
export async function answerStorefront(
  standIn: SiteContext,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  if (url.pathname === "/storefront.css") {
    await sendStyles(response, new URL("./storefront.css", import.meta.url));
    return true;
  }
  const [, store, orderId, checkout] = PATH.exec(url.pathname) ?? [];
  const shop = store ? standIn.shops.get(`${store}.myshopify.com`) : undefined;
  if (!shop) return false;
  const show = (status: number, title: string, body: ReturnType<typeof html>) =>
    sendHtml(response, status, storefrontPage(shop, standIn.printServiceUrl, title, body));
  if (request.method === "POST") {
    try {
      const order = await checkOut(standIn, shop, await readForm(request));
      seeOther(response, storefrontLink(shop, `/orders/${order.id}`));
    } catch (error) {
      show(422, "Products", shopPage(shop, (error as Error).message));
    }
    return true;
  }
  if (checkout) {
    try {
      const basket = readBasket(shop, url.searchParams);
      const lines = [{ variantId: basket.found.variant.id, quantity: basket.quantity }];
      const { shippingAddress } = DESTINATIONS[basket.to].person;
      const shipping = await standIn.shippingOptions(shop.domain, { lines, shippingAddress });
      show(200, "Checkout", checkoutPage(shop, basket, shipping));
    } catch (error) {
      show(422, "Products", shopPage(shop, (error as Error).message));
    }
    return true;
  }
  if (!orderId) {
    show(200, "Products", shopPage(shop, null));
    return true;
  }
  const order = shop.orders.find((each) => each.id === orderId);
  if (order) show(200, `Order ${order.name}`, thanksPage(shop, order, standIn.appTitle));
  else show(404, "Not found", html`<div class="stack narrow"><h1>Order not found</h1></div>`);
  return true;
}
