import type { IncomingMessage, ServerResponse } from "node:http";
import { browserScript } from "../../pages/browser-script.ts";
import { answerAsset, sendStyles } from "../../pages/assets.ts";
import { readForm } from "../../pages/form.ts";
import { seeOther, sendHtml, sendScript } from "../../pages/document.ts";
import type { Shop } from "../model.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { adminLink, appLink } from "../links.ts";
import { answerExtension } from "../extensions/routes.ts";
import { noSuchPage } from "./no-such-page.ts";
import { submitForm, type FormsContext } from "./shop-forms.ts";
import { renderPage, type PagesContext } from "./shop-pages.ts";
import { pickable } from "./picker-data.ts";

const STORE = /^\/store\/([a-z0-9-]+)(?:\/(.*))?$/;
const SCRIPTS: Record<string, URL> = {
  "/app-bridge.js": new URL("../app-bridge/bridge.ts", import.meta.url),
  "/admin-shell.js": new URL("./shell/shell.ts", import.meta.url),
};
const STYLES: Record<string, URL> = {
  "/admin.css": new URL("./admin.css", import.meta.url),
  "/admin-shell.css": new URL("./shell/shell.css", import.meta.url),
  "/admin-extensions.css": new URL("./shell/extensions/extensions.css", import.meta.url),
};

type SiteContext = PagesContext & FormsContext & Pick<ShopifyStandIn, "shops">;

/** The admin's pages, scripts and styles. false: another address. */
export async function answerAdmin(
  standIn: SiteContext,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const path = url.pathname;
  const [script, styles] = [SCRIPTS[path], STYLES[path]];
  if (script) return done(sendScript(response, await browserScript(script)));
  if (styles) return done(await sendStyles(response, styles));
  if (await answerAsset(path, response)) return true;
  if (await answerExtension(standIn, path, response)) return true;
  const first = [...standIn.shops.values()][0];
  if (path === "/" && first) return done(seeOther(response, appLink(first)));
  const [, store, rest = ""] = STORE.exec(path) ?? [];
  if (store === undefined) return false;
  const shop = standIn.shops.get(`${store}.myshopify.com`);
  if (!shop) return done(sendHtml(response, 404, noSuchPage(`The store ${store} doesn't exist.`)));
  return done(await answerShop(standIn, shop, { url, rest, request, response }));
}

const done = (_: void): true => true;

interface Visit {
  url: URL;
  rest: string;
  request: IncomingMessage;
  response: ServerResponse;
}

async function answerShop(standIn: SiteContext, shop: Shop, visit: Visit): Promise<void> {
  const { url, rest, request, response } = visit;
  if (request.method === "POST") return answerForm(standIn, shop, visit);
  if (rest === "") return seeOther(response, adminLink(shop, "orders"));
  if (rest === "settings") return seeOther(response, adminLink(shop, "settings", "apps"));
  if (rest === "picker.json") {
    response.writeHead(200, { "content-type": "application/json; charset=utf-8", "cache-control": "no-store" });
    response.end(JSON.stringify(pickable(shop, url.searchParams.get("query") ?? "")));
    return;
  }
  const page = renderPage(standIn, shop, rest, url);
  return page
    ? sendHtml(response, 200, page)
    : sendHtml(response, 404, noSuchPage("This page doesn't exist in the sandbox."));
}

/** A rejected form shows its page again, with the error. */
async function answerForm(standIn: SiteContext, shop: Shop, { url, rest, request, response }: Visit): Promise<void> {
  const fields = await readForm(request);
  try {
    const next = submitForm(standIn, shop, rest, fields);
    return next
      ? seeOther(response, next)
      : sendHtml(response, 404, noSuchPage("This form doesn't exist in the sandbox."));
  } catch (error) {
    const page = renderPage(standIn, shop, rest.replace(/\/[a-z-]+$/, ""), url, (error as Error).message);
    return sendHtml(response, 422, page ?? noSuchPage((error as Error).message));
  }
}
