import { documentOf } from "../../pages/document.ts";
import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { Shop } from "../model.ts";
import { adminLink, storefrontLink } from "../links.ts";

/** A page of the storefront. */
export function storefrontPage(shop: Shop, printServiceUrl: string | null, title: string, body: Html): Html {
  return documentOf({
    title: `${title} · ${shop.name}`,
    styles: ["/storefront.css"],
    body: html`
      <a class="skip" href="#main">Skip to content</a>
      <nav class="places" aria-label="Sandbox">
        <a href="${adminLink(shop)}">Admin</a>
        <a href="${storefrontLink(shop)}" aria-current="true">Storefront</a>
        ${printServiceUrl && html`<a href="${printServiceUrl}">Print service</a>`}
      </nav>
      <header class="shop-head">
        <a href="${storefrontLink(shop)}">${icon("StoreFilled")}<span>${shop.name}</span></a>
      </header>
      <main id="main" tabindex="-1">${body}</main>
      <footer class="shop-foot">Sandbox storefront. Nothing is charged or shipped.</footer>
    `,
  });
}
