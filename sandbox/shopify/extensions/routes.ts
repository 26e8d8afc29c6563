import type { ServerResponse } from "node:http";
import { sendStyles } from "../../pages/assets.ts";
import { browserScript } from "../../pages/browser-script.ts";
import { sendHtml, sendScript } from "../../pages/document.ts";
import { sendPage } from "../http/reply.ts";
import type { ShopifyStandIn } from "../stand-in.ts";
import { bundleExtension } from "./bundle.ts";
import { framePage, shouldRenderTarget } from "./frame-page.ts";

const ADDRESS = /^\/_extensions\/([\w-]+)\/([\w.-]+?)(\.js)?$/;

/** The frames of the app's extensions, and what they load. false: not one of them. */
export async function answerExtension(
  { extensions, appUrl }: Pick<ShopifyStandIn, "extensions" | "appUrl">,
  path: string,
  response: ServerResponse,
): Promise<boolean> {
  if (path === "/extension-frame.js") {
    sendScript(response, await browserScript(new URL("./frame/start.ts", import.meta.url)));
    return true;
  }
  if (path === "/extension-frame.css") {
    await sendStyles(response, new URL("./frame/frame.css", import.meta.url));
    return true;
  }
  const [, handle, target = "", script] = ADDRESS.exec(path) ?? [];
  if (handle === undefined) return false;
  const isShouldRender = target.endsWith(".should-render");
  const found = extensions.find(
    (each) =>
      each.handle === handle &&
      (isShouldRender ? each.shouldRender !== null && shouldRenderTarget(each.target) : each.target) === target,
  );
  if (!found || appUrl === null) sendPage(response, 404, "The app has no such extension");
  else if (script) sendScript(response, await bundleExtension(found, isShouldRender));
  else sendHtml(response, 200, framePage(found, isShouldRender, appUrl));
  return true;
}
