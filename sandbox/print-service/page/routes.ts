import type { IncomingMessage, ServerResponse } from "node:http";
import sharp from "sharp";
import { browserScript } from "../../pages/browser-script.ts";
import { ApiError } from "../responses.ts";
import { drawProduct } from "../v3/catalog.ts";
import { artworkOf } from "./artwork.ts";
import { eventsPage } from "./events-page.ts";
import { faultsPage } from "./faults-page.ts";
import { submitForm } from "./forms.ts";
import { renderPage } from "./layout.ts";
import type { Page } from "./layout.ts";
import type { Notices } from "./notices.ts";
import { noOrderPage, orderPage } from "./order-page.ts";
import { ordersPage } from "./orders-page.ts";
import type { Parts } from "./parts.ts";
import { registrationsPage } from "./registrations-page.ts";
import { stylesheet } from "./stylesheet.ts";

const POLICY =
  "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";
const PRODUCT = /^\/page\/(mockup|template)\/([^/]+)\.png$/;
const ARTWORK = /^\/page\/artwork\/(\d+)\/([a-z_]+)$/;

/** The back office's pages. false: another address. @throws ApiError */
export async function answerPage(
  parts: Parts,
  notices: Notices,
  request: IncomingMessage,
  url: URL,
  raw: string,
  response: ServerResponse,
): Promise<boolean> {
  if (request.method === "POST" && url.pathname.startsWith("/do/")) {
    handlePost(parts, notices, request, url, raw, response);
    return true;
  }
  if (request.method !== "GET") return false;
  const file = await fileOf(parts, url.pathname);
  if (file) {
    reply(response, 200, file.type, file.body);
    return true;
  }
  const page = pageOf(parts, url);
  if (!page) return false;
  const text = renderPage(parts.settings, page, notices.read(url.searchParams.get("notice"))).text;
  reply(response, page === noOrderPage ? 404 : 200, "text/html; charset=utf-8", text);
  return true;
}

function handlePost(
  parts: Parts,
  notices: Notices,
  request: IncomingMessage,
  url: URL,
  raw: string,
  response: ServerResponse,
): void {
  // Rejects forms of other sites: browsers name the origin of a request.
  if (!["same-origin", "none", undefined].includes(request.headers["sec-fetch-site"] as string | undefined))
    throw new ApiError(403, "this form belongs to another page");
  const { back, notice } = submitForm(parts, url.pathname.slice("/do/".length), raw);
  const to = new URL(back, url);
  to.searchParams.set("notice", notices.add(notice));
  response.writeHead(303, { Location: to.pathname + to.search }).end();
}

function pageOf(parts: Parts, { pathname, searchParams }: URL): Page | undefined {
  if (pathname === "/") return ordersPage(parts, Math.max(1, Math.trunc(Number(searchParams.get("page"))) || 1));
  if (pathname === "/events") return eventsPage(parts);
  if (pathname === "/registrations") return registrationsPage(parts);
  if (pathname === "/faults") return faultsPage(parts);
  const id = /^\/orders\/(\w+)$/.exec(pathname)?.[1];
  if (id === undefined) return undefined;
  const order = parts.store.orders.find((o) => o.serviceId === id);
  return order ? orderPage(parts, order) : noOrderPage;
}

async function fileOf(parts: Parts, path: string): Promise<{ type: string; body: string | Buffer } | undefined> {
  if (path === "/page/style.css") return { type: "text/css; charset=utf-8", body: await stylesheet() };
  if (path === "/page/live.js")
    return { type: "text/javascript; charset=utf-8", body: await browserScript(new URL("./live.ts", import.meta.url)) };
  const [, picture, code = ""] = PRODUCT.exec(path) ?? [];
  const product = parts.settings.products.find((one) => one.code === decodeURIComponent(code));
  if (product && (picture === "mockup" || picture === "template"))
    return {
      type: "image/png",
      body: await sharp(Buffer.from(drawProduct(product, picture)))
        .png()
        .toBuffer(),
    };
  const [, item, side] = ARTWORK.exec(path) ?? [];
  if (item === undefined || side === undefined) return undefined;
  const { type, bytes } = await artworkOf(parts.store, parts.settings, Number(item), side);
  return { type, body: bytes };
}

function reply(response: ServerResponse, status: number, type: string, body: string | Buffer): void {
  response
    .writeHead(status, {
      "Content-Type": type,
      "Content-Security-Policy": POLICY,
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "no-store",
    })
    .end(body);
}
