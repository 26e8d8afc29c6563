/** App Bridge's place in the app's frame: what Shopify's own script gives to the page, spoken with our admin. */
import { adminOrigin, ask, postEvent } from "./channel.ts";
import { bounce } from "./bounce.ts";
import { config } from "./config.ts";
import { idToken, signRequests } from "./fetch.ts";
import { interceptAdminLinks } from "./links.ts";
import type { PickerOptions } from "./messages.ts";
import { defineModal, modal } from "./modal.ts";
import { defineNavMenu } from "./nav-menu.ts";
import { reportPath } from "./path.ts";
import { defineSaveBar, saveBar } from "./save-bar.ts";
import { defineTitleBar } from "./title-bar.ts";
import { listenForToasts, toast } from "./toast.ts";

async function resourcePicker(options: PickerOptions): Promise<unknown[] | undefined> {
  const chosen = await ask({ kind: "picker", detail: options });
  return chosen ? Object.assign(chosen, { selection: chosen }) : undefined;
}

const shopify = {
  config,
  origin: adminOrigin,
  ready: Promise.resolve(),
  environment: { embedded: true, mobile: false, pos: false },
  idToken,
  loading: (isLoading = true) => postEvent({ kind: "loading", detail: isLoading }),
  modal,
  resourcePicker,
  saveBar,
  scopes: {
    query: () => ask({ kind: "scopes", detail: null }),
    request: (wanted: string[]) => ask({ kind: "scopes-request", detail: wanted }),
  },
  toast,
  user: () => Promise.resolve({ accountAccess: "full" }),
};

/** Not by a style element: what stands in the document has to be what the server sent, or React builds it again. */
function hideElements(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync("ui-nav-menu, ui-save-bar, ui-title-bar, ui-modal { display: none }");
  document.adoptedStyleSheets.push(sheet);
}

// A page may bring the script twice: once in its own document, once by the SDK.
if (!("shopify" in window)) {
  Object.assign(window, { shopify });
  interceptAdminLinks();
  if (!bounce()) {
    hideElements();
    signRequests();
    listenForToasts();
    for (const define of [defineNavMenu, defineSaveBar, defineTitleBar, defineModal]) define();
    reportPath();
  }
}
