import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { Shop } from "../model.ts";
import { adminLink, storefrontLink } from "../links.ts";

/** The dark bar above everything. */
export function topBar(shop: Shop, printServiceUrl: string | null): Html {
  return html`<header class="top" id="top">
    <button class="top-button menu-button" id="menu-button" aria-expanded="false" aria-controls="navigation">
      ${icon("Menu")}<span class="visually-hidden">Menu</span>
    </button>
    <a class="brand" href="${adminLink(shop)}">${icon("StoreFilled")}<span>Sandbox admin</span></a>
    <form class="search" role="search" action="${adminLink(shop, "orders")}">
      ${icon("Search")}
      <input type="search" name="q" placeholder="Search orders" aria-label="Search orders" autocomplete="off" />
    </form>
    <nav class="places" aria-label="Sandbox">${places(shop, printServiceUrl)}</nav>
    <div class="store">
      <span class="store-name">${shop.name}</span><span class="avatar" aria-hidden="true">${initials(shop.name)}</span>
    </div>
  </header>`;
}

/** The three parts of the sandbox: admin, storefront and print service. */
export function places(shop: Shop, printServiceUrl: string | null): Html {
  return html`<a href="${adminLink(shop)}" aria-current="true">Admin</a>
    <a href="${storefrontLink(shop)}">Storefront</a>
    ${printServiceUrl && html`<a href="${printServiceUrl}">Print service</a>`}`;
}

/** Takes the top bar's place while the app has something unsaved; filled by the script. */
export const saveBar = (): Html =>
  html`<div class="save-bar" id="save-bar" role="region" aria-label="Unsaved changes" hidden>
    <span class="save-words">${icon("AlertTriangle")}Unsaved changes</span>
    <span class="row" id="save-buttons"></span>
  </div>`;

const initials = (name: string): string =>
  name
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => word.charAt(0).toUpperCase())
    .join("");
