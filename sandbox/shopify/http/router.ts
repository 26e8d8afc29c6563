import type { IncomingMessage, ServerResponse } from "node:http";
import { answerAdmin } from "../admin/routes.ts";
import { API_VERSION } from "../graphql/schema.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { answerStorefront } from "../storefront/routes.ts";
import { answerArtwork } from "./artwork.ts";
import { answerControl } from "./control.ts";
import { answerGraphql } from "./graphql.ts";
import { sendJson, sendPage } from "./reply.ts";
import { answerStagedUpload } from "./staged-upload.ts";
import { answerToken } from "./token.ts";
import { answerUnavailable } from "./unavailable.ts";

const BY_PATH = /^\/_shop\/([^/]+)(\/.*)$/;

/** Which shop, and which path of it: by `/_shop/<domain>/…`, else by the host that the request was made for. */
function address(request: IncomingMessage): { host: string; url: URL } {
  const url = new URL(request.url ?? "/", "http://stand-in");
  const found = BY_PATH.exec(url.pathname);
  if (found?.[1] && found[2]) return { host: found[1], url: new URL(found[2] + url.search, "http://stand-in") };
  const host = String(request.headers["x-forwarded-host"] ?? request.headers.host ?? "");
  return { host: host.replace(/:\d+$/, ""), url };
}

/** Everything that the stand-in answers. */
export async function route(
  standIn: ShopifyStandIn,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { host, url } = address(request);
  const method = request.method ?? "GET";
  if (url.pathname.startsWith("/_sandbox/")) return answerControl(standIn, url, request, response);
  if (url.pathname.startsWith("/_staged/")) return answerStagedUpload(standIn.core, request, response);
  if (url.pathname.startsWith("/_cdn/") || host === "cdn.shopify.com" || host.endsWith(".example")) {
    const link = `https://${host}${url.pathname}${url.search}`;
    if (await standIn.scriptedFiles.answer(link, request, response)) return;
    const uploaded = [...standIn.core.store.shops.values()]
      .flatMap(({ files }) => files)
      .find(({ url: at }) => at === link);
    if (uploaded?.content)
      return void response.writeHead(200, { "content-type": uploaded.mimeType }).end(uploaded.content);
    return answerArtwork(response, url, method);
  }
  const shop = standIn.core.store.shops.get(host);
  if (!shop && (await answerStorefront(standIn, url, request, response))) return;
  if (!shop && (await answerAdmin(standIn, url, request, response))) return;
  if (!shop) return sendPage(response, 404, `There is no shop ${host.replace(/[^\w.-]/g, "")}`);
  const asksForToken = method === "POST" && url.pathname === "/admin/oauth/access_token";
  if (!(asksForToken && shop.renewsTokens) && answerUnavailable(shop, response)) return;
  if (asksForToken) return answerToken(standIn.core, shop, request, response);
  if (method === "POST" && url.pathname === `/admin/api/${API_VERSION}/graphql.json`) {
    return answerGraphql(standIn.core, shop, request, response);
  }
  return sendJson(response, 404, { errors: "Not Found" });
}
