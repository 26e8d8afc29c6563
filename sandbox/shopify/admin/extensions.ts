import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import { frameAddress } from "../extensions/frame-page.ts";
import type { AdminExtension } from "../extensions/manifest.ts";

/** Where in the admin an extension can stand, as Shopify's targets call it. */
export type Place = "order-details" | "order-index" | "product-variant-details";

const at = (extensions: readonly AdminExtension[], target: string) =>
  extensions.filter((each) => each.target === `admin.${target}.render`);

/** Cards of the app on the page of one thing; the script puts their frames in. */
export function blocks(extensions: readonly AdminExtension[], place: Place, gid: string): Html {
  return html`${at(extensions, `${place}.block`).map(
    (each) =>
      html`<section class="card flush extension-block" data-block="${frameAddress(each)}" data-selected="${gid}">
        <div class="card-head row spread">
          <div class="row">
            <span class="app-icon" aria-hidden="true"></span>
            <h2>${each.name}</h2>
          </div>
          <button type="button" class="button plain" aria-expanded="true">
            ${icon("ChevronUp")}<span class="visually-hidden">${each.name}</span>
          </button>
        </div>
        <p class="extension-summary subdued" hidden></p>
        <div class="extension-body"></div>
      </section>`,
  )}`;
}

/** The menu with the app's actions on the page of one thing; it shows once there is one that fits. */
export const moreActions = (extensions: readonly AdminExtension[], place: Place, gid: string): Html =>
  menu(at(extensions, `${place}.action`), gid);

/** The same for what is selected in a list. */
export const selectionActions = (extensions: readonly AdminExtension[], place: Place): Html =>
  menu(at(extensions, `${place}.selection-action`), "");

/** Whether there is anything that can be done to several at once. */
export const hasSelectionActions = (extensions: readonly AdminExtension[], place: Place): boolean =>
  at(extensions, `${place}.selection-action`).length > 0;

function menu(actions: AdminExtension[], selected: string): Html {
  if (actions.length === 0) return html``;
  return html`<details class="menu" data-actions data-selected="${selected}" hidden>
    <summary class="button">More actions ${icon("ChevronDown")}</summary>
    <ul class="menu-list">
      ${actions.map(
        (each) =>
          html`<li hidden>
            <button
              type="button"
              class="menu-item"
              data-action="${frameAddress(each)}"
              data-handle="${each.handle}"
              ${each.shouldRender !== null && html`data-asks="${frameAddress(each, true)}"`}
            >
              <span class="app-icon" aria-hidden="true"></span>${each.name}
            </button>
          </li>`,
      )}
    </ul>
  </details>`;
}
