import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { adminPage, type AdminContext } from "./layout.ts";
import { adminLink } from "../links.ts";

export type AppPageContext = AdminContext & Pick<ShopifyStandIn, "sessionToken">;

/** The app inside the admin, at a path of its own. */
export function appPage(context: AppPageContext, shop: Shop, path: string): Html {
  const { appTitle, appUrl } = context;
  const body =
    appUrl === null || !shop.installed
      ? notInstalled(shop, appTitle)
      : html`
          <div class="app-bar">
            <span class="row" id="app-back"></span>
            <span class="app-icon" aria-hidden="true"></span>
            <span class="app-name" id="app-title">${appTitle}</span>
            <span class="row app-buttons" id="app-buttons"></span>
          </div>
          <div class="progress" id="progress" role="progressbar" aria-label="Loading" hidden></div>
          <iframe
            id="app-frame"
            class="app-frame"
            name="app-${crypto.randomUUID()}"
            title="${appTitle}"
            data-src="${frameAddress(context, appUrl, shop, path).href}"
          ></iframe>
        `;
  return adminPage(context, shop, { title: appTitle, section: "app", body, wide: shop.installed });
}

/**
 * What Shopify puts into the frame: the app's address with who is asking and an id token. The frame's name is another
 * one each time, so that the browser does not bring back an older address with a token that is no longer valid.
 */
function frameAddress(context: AppPageContext, appUrl: string, shop: Shop, path: string): URL {
  const app = new URL(appUrl);
  const target = new URL(path, app);
  // A path like //elsewhere is not the app's.
  const address = target.origin === app.origin ? target : new URL("/app", app);
  address.searchParams.set("shop", shop.domain);
  address.searchParams.set(
    "host",
    Buffer.from(`admin.shopify.com/store/${shop.domain.split(".")[0]}`).toString("base64"),
  );
  address.searchParams.set("embedded", "1");
  address.searchParams.set("locale", "en");
  address.searchParams.set("id_token", context.sessionToken(shop.domain));
  return address;
}

function notInstalled(shop: Shop, appTitle: string): Html {
  return html`<div class="card empty">
    ${icon("Apps")}
    <h1>${appTitle} isn't installed</h1>
    <p class="subdued">${appTitle} needs access to the orders and products of ${shop.name}.</p>
    <form method="post" action="${adminLink(shop, "settings", "apps", "install")}">
      <button class="button primary">Install ${appTitle}</button>
    </form>
  </div>`;
}
