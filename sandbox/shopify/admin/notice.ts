import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";

/** The success message after a form. The address carries only its key. */
const DONE_MESSAGES: Record<string, string> = {
  cancel: "Order canceled.",
  "mark-paid": "Order marked as paid.",
  risk: "Fraud risk changed.",
  address: "Shipping address changed.",
  remove: "Item removed from the order.",
  fulfill: "Items fulfilled.",
  hold: "Fulfillment put on hold.",
  release: "Hold released.",
  product: "Product added.",
  install: "App installed.",
  uninstall: "App uninstalled.",
};

export interface Notice {
  done?: string | null;
  /** The stand-in's error for a rejected form. */
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
