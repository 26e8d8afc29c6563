import { badge, type Tone } from "../../pages/badge.ts";
import { choice, field } from "../../pages/field.ts";
import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import { isLive } from "../fulfillment-orders.ts";
import type { Fulfillment, FulfillmentOrder, Order } from "../model.ts";
import { adminLink } from "../links.ts";
import { orderLine } from "./order-line.ts";
import type { OrderView } from "./order-view.ts";
import { sentence } from "../format.ts";

/** The order's items: unfulfilled, fulfilled and removed. */
export function orderItems(view: OrderView): Html {
  const { order } = view;
  const open = order.fulfillmentOrders.filter((each) => isLive(each) && each.lines.some((line) => line.remaining > 0));
  const removed = order.lines.filter((line) => line.currentQuantity === 0);
  return html`
    ${order.fulfillmentOrders.length === 0 && awaiting(view)} ${open.map((each) => fulfillmentOrder(view, each))}
    ${order.fulfillments.map((each) => fulfillment(view, each))}
    ${
      removed.length > 0 &&
      html`<section class="card flush">
        <h2 class="card-head">Removed</h2>
        ${removed.map((line) => orderLine(view, line, line.quantity))}
      </section>`
    }
  `;
}

/** The items before Shopify has assigned a location. */
const awaiting = (view: OrderView): Html =>
  html`<section class="card flush">
    <h2 class="card-head">Unfulfilled</h2>
    ${view.order.lines.map((line) => orderLine(view, line, line.currentQuantity))}
  </section>`;

const TONES: Partial<Record<FulfillmentOrder["status"], Tone>> = {
  OPEN: "attention",
  ON_HOLD: "warning",
  IN_PROGRESS: "info",
};

const lineOf = (order: Order, id: string) => order.lines.find((line) => line.id === id);

function fulfillmentOrder(view: OrderView, target: FulfillmentOrder): Html {
  const { shop, order } = view;
  const rows = target.lines.filter((row) => row.remaining > 0);
  const count = rows.reduce((all, row) => all + row.remaining, 0);
  const words = target.status === "OPEN" ? "Unfulfilled" : sentence(target.status);
  return html`<section class="card flush">
    <div class="card-head row spread">
      <h2 class="row">${badge(`${words} (${count})`, TONES[target.status])}</h2>
      <span class="subdued">${shop.locations.find((each) => each.id === target.locationId)?.name}</span>
    </div>
    ${target.holds.map(
      (hold) =>
        html`<div class="card-head">
          <div class="banner banner-warning">
            ${icon("AlertTriangle")}
            <p>
              <strong>On hold: ${sentence(hold.reason)}.</strong> ${hold.reasonNotes}
              ${hold.byApp ? `Held by ${view.appTitle}.` : "Held in Shopify."}
            </p>
          </div>
        </div>`,
    )}
    ${rows.map((row) => {
      const line = lineOf(order, row.lineId);
      return line && orderLine(view, line, row.remaining, true);
    })}
    <div class="line">${fulfillmentActions(view, target)}</div>
  </section>`;
}

function fulfillmentActions({ shop, order }: OrderView, target: FulfillmentOrder): Html {
  const to = (action: string) => adminLink(shop, "orders", order.id, action);
  const name = html`<input type="hidden" name="fulfillmentOrder" value="${target.id}" />`;
  if (target.status === "ON_HOLD") {
    return html`<form method="post" action="${to("release")}">
      ${name}<button class="button" data-key="release-${target.id}">Release hold</button>
    </form>`;
  }
  return html`<div class="row">
    <details>
      <summary class="button primary" data-key="fulfill-${target.id}">Fulfill items</summary>
      <form class="stack close" method="post" action="${to("fulfill")}">
        ${name}
        <div class="fields">
          ${field({ label: "Tracking number", name: "number", scope: target.id })}
          ${field({ label: "Carrier", name: "company", scope: target.id })}
        </div>
        <label class="check"><input type="checkbox" name="notify" value="1" />Notify customer of shipment</label>
        <div><button class="button primary">Mark as fulfilled</button></div>
      </form>
    </details>
    <details>
      <summary class="button" data-key="hold-${target.id}">Hold fulfillment</summary>
      <form class="stack close" method="post" action="${to("hold")}">
        ${name} ${choice("Reason", "reason", REASONS, "OTHER", target.id)}
        <div><button class="button">Put on hold</button></div>
      </form>
    </details>
  </div>`;
}

const REASONS: [string, string][] = [
  "OTHER",
  "AWAITING_PAYMENT",
  "HIGH_RISK_OF_FRAUD",
  "INCORRECT_ADDRESS",
  "INVENTORY_OUT_OF_STOCK",
].map((code) => [code, sentence(code)]);

function fulfillment(view: OrderView, made: Fulfillment): Html {
  const isNotified = view.notifications.some((each) => each.fulfillmentId === made.id);
  const count = made.lines.reduce((all, line) => all + line.quantity, 0);
  const cancelled = made.status === "CANCELLED";
  return html`<section class="card flush">
    <div class="card-head row spread">
      <h2 class="row">
        ${cancelled ? badge(`Canceled (${count})`) : badge(`Fulfilled (${count})`, "success")}
        <span class="subdued">${made.name}</span>
      </h2>
      <span class="subdued">${made.byApp ? `by ${view.appTitle}` : "manually"}</span>
    </div>
    <div class="line">
      ${icon("Delivery")}
      <div class="line-text stack tight">
        ${made.tracking.length === 0 && html`<p class="subdued">No tracking number</p>`}
        ${made.tracking.map(
          ({ number, url }) =>
            html`<p>
              ${made.company} ${url ? html`<a href="${safe(url)}" rel="noreferrer">${number ?? url}</a>` : number}
            </p>`,
        )}
        <p class="subdued">${isNotified ? "The customer was notified" : "The customer wasn't notified"}</p>
      </div>
    </div>
    ${made.lines.map((row) => {
      const line = lineOf(view.order, row.lineId);
      return line && orderLine(view, line, row.quantity);
    })}
  </section>`;
}

/** A link that came from elsewhere runs no script here. */
const safe = (url: string): string => (/^https?:\/\//i.test(url) ? url : "#");
