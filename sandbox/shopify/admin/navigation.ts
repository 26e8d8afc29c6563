import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { Shop } from "../model.ts";
import { adminLink, appLink } from "../links.ts";
import { places } from "./top-bar.ts";

export type Section = "orders" | "products" | "settings" | "app" | "none";

/** The navigation at the left; on a phone it slides in. The app's own links are put below its name by the script. */
export function navigation(shop: Shop, section: Section, appTitle: string, printServiceUrl: string | null): Html {
  const link = (at: Section, href: string, name: string, label: string) =>
    html`<li>
      <a href="${href}" ${at === section && html`aria-current="page"`}>${icon(name)}<span>${label}</span></a>
    </li>`;
  return html`<nav class="side" id="navigation" aria-label="Main">
    <ul>
      ${link("none", adminLink(shop), "Home", "Home")} ${link("orders", adminLink(shop, "orders"), "Order", "Orders")}
      ${link("products", adminLink(shop, "products"), "Product", "Products")}
    </ul>
    <h2 class="side-title">Apps</h2>
    <ul>
      <li>
        <a href="${appLink(shop)}" id="app-link" ${section === "app" && html`aria-current="page"`}>
          <span class="app-icon" aria-hidden="true"></span><span>${appTitle}</span>
        </a>
        <ul id="app-menu" class="app-menu"></ul>
      </li>
    </ul>
    <nav class="side-places" aria-label="Sandbox places">${places(shop, printServiceUrl)}</nav>
    <ul class="side-end">
      ${link("settings", adminLink(shop, "settings", "apps"), "Settings", "Settings")}
    </ul>
  </nav>`;
}
