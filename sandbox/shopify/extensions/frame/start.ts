/**
 * What surrounds an extension in its frame: the global `shopify`, `fetch`, the `s-` elements, and its size reported to the
 * admin.
 */
import { signAppRequests } from "./app-fetch.ts";
import { postEvent } from "./channel.ts";
import { reportUnknownElements } from "./unknown-elements.ts";
import { defineElements } from "./elements/define-elements.ts";
import { shopifyGlobal } from "./shopify-global.ts";
import type { Translations } from "../manifest.ts";

const { target = "", appUrl = "", translations = "{}" } = document.documentElement.dataset;
const selected = decodeURIComponent(location.hash.slice(1)).split(",").filter(Boolean);

// A failed script fires `error` in the capture phase only; a failed image is no failure of the extension.
addEventListener(
  "error",
  ({ target: of }) => (of === window || of instanceof HTMLScriptElement) && postEvent({ kind: "failed", detail: null }),
  true,
);
addEventListener("unhandledrejection", () => postEvent({ kind: "failed", detail: null }));
addEventListener("keydown", ({ key, defaultPrevented }) => {
  if (key === "Escape" && !defaultPrevented && target.includes("action.render"))
    postEvent({ kind: "close", detail: null });
});

signAppRequests(appUrl);
defineElements();
reportUnknownElements();
Object.assign(window, { shopify: shopifyGlobal(target, selected, JSON.parse(translations) as Translations) });

new ResizeObserver(() => {
  postEvent({ kind: "height", detail: Math.ceil(document.body.getBoundingClientRect().height) });
}).observe(document.body);
