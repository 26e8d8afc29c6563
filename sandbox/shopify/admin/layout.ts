import { documentOf } from "../../pages/document.ts";
import { html, type Html } from "../../pages/html.ts";
import type { Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { handleOf } from "../links.ts";
import { navigation, type Section } from "./navigation.ts";
import { saveBar, topBar } from "./top-bar.ts";

/** What every page of the admin shows of the app. */
export type AdminContext = Pick<ShopifyStandIn, "appTitle" | "appUrl" | "printServiceUrl">;

export interface AdminView {
  title: string;
  section: Section;
  body: Html;
  /** The app's page fills the whole main part. */
  wide?: boolean;
}

/** A page of Shopify's admin: top bar, navigation, and what the view shows. */
export function adminPage({ appTitle, appUrl, printServiceUrl }: AdminContext, shop: Shop, view: AdminView): Html {
  return documentOf({
    title: `${view.title} · ${shop.name}`,
    styles: ["/admin.css", "/admin-shell.css", "/admin-extensions.css"],
    scripts: ["/admin-shell.js"],
    data: {
      shop: shop.domain,
      store: handleOf(shop),
      scopes: shop.scopes.join(","),
      "app-origin": appUrl ? new URL(appUrl).origin : "",
      "app-title": appTitle,
    },
    body: html`
      <a class="skip" href="#main">Skip to content</a>
      ${topBar(shop, printServiceUrl)} ${saveBar()}
      <div class="shade" id="shade" hidden></div>
      ${navigation(shop, view.section, appTitle, printServiceUrl)}
      <main id="main" tabindex="-1" class="${view.wide ? "wide" : "page"}">${view.body}</main>
      <div id="toasts" class="toasts" role="status" aria-live="polite"></div>
      <dialog id="ask" class="dialog" aria-labelledby="ask-title"></dialog>
      <dialog id="extension" class="dialog extension" aria-labelledby="extension-title"></dialog>
      <dialog id="picker" class="dialog picker" aria-labelledby="picker-title"></dialog>
    `,
  });
}
