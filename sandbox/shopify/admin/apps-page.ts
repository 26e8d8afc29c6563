import { badge } from "../../pages/badge.ts";
import { html, type Html } from "../../pages/html.ts";
import type { Shop } from "../model.ts";
import { adminLink, appLink } from "../links.ts";
import { notice, type Notice } from "./notice.ts";

/** Settings, apps: install and uninstall. */
export function appsPage(shop: Shop, appTitle: string, outcome: Notice): Html {
  const to = (act: string) => adminLink(shop, "settings", "apps", act);
  return html`<div class="sheet stack">
    <h1>Apps and sales channels</h1>
    ${notice(outcome)}
    <section class="card stack">
      <div class="row spread">
        <div class="row">
          <span class="app-icon" aria-hidden="true"></span>
          <h2>${appTitle}</h2>
          ${shop.installed ? badge("Installed", "success") : badge("Not installed")}
        </div>
        ${
          shop.installed
            ? html`<a class="button" href="${appLink(shop)}">Open app</a>`
            : html`<form method="post" action="${to("install")}">
                <button class="button primary">Install ${appTitle}</button>
              </form>`
        }
      </div>
      ${shop.installed && access(shop, appTitle, to("uninstall"))}
    </section>
  </div>`;
}

function access(shop: Shop, appTitle: string, action: string): Html {
  return html`<div class="stack close">
      <h3>Access</h3>
      <ul class="row">
        ${shop.scopes.map((scope) => html`<li>${badge(scope)}</li>`)}
      </ul>
    </div>
    <details>
      <summary class="button critical">Uninstall</summary>
      <form class="stack close" method="post" action="${action}">
        <p>${appTitle} loses access to this store immediately. Orders that haven't been sent stay unsent.</p>
        <div><button class="button critical">Uninstall ${appTitle}</button></div>
      </form>
    </details>`;
}
