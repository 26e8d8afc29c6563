import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";

/** What a form did, told on the page that follows; the address only names it. */
const DONE_MESSAGES: Record<string, string> = {
  cancel: "Order canceled. Shopify told Inkbridge.",
  "mark-paid": "Order marked as paid.",
  risk: "Fraud risk changed.",
  address: "Shipping address changed.",
  remove: "Item removed from the order.",
  fulfil: "Items fulfilled by hand.",
  hold: "Fulfillment put on hold.",
  release: "Hold released.",
  product: "Product added.",
  install: "App installed.",
  uninstall: "App uninstalled. Its access is gone.",
};

export interface Notice {
  done?: string | null;
  /** Why a form was refused, in the stand-in's words. */
  problem?: string | null;
}

export function notice({ done, problem }: Notice): Html {
  if (problem)
    return html`<div class="banner banner-critical" role="alert">
      ${icon("AlertCircle")}
      <p>${problem}</p>
    </div>`;
  const message = done ? DONE_MESSAGES[done] : undefined;
  return message
    ? html`<div class="banner banner-success" role="status">
        ${icon("CheckCircle")}
        <p>${message}</p>
      </div>`
    : html``;
}
