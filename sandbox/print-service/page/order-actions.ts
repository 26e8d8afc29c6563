import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { stationOf } from "../station.ts";
import type { Settings } from "../options.ts";
import type { Order } from "../store.ts";
import { waitsForPayment } from "../v3/payments.ts";
import { controlForm } from "./components.ts";

const STATUSES = ["In production", "Not verify", "On hold", "Printed", "Shipped", "Cancelled"];

/** The actions on one order: the two production steps, or its payment before them, and the others folded. */
export function orderActions(settings: Settings, order: Order, back: string): Html {
  const controlPath = (action: string) => `orders/${encodeURIComponent(order.serviceId)}/${action}`;
  const id = (field: string) => `${order.serviceId}-${field}`;
  const station = stationOf(order);
  const isHeld = waitsForPayment(settings, order);
  const pay = html`<button ${isHeld && station === "waiting" && html`class="first"`}>Mark as paid</button>`;
  const production = html`${controlForm(
    controlPath("produce"),
    back,
    html`<button ${station === "waiting" && html`class="first"`}>Start production</button>`,
  )}
  ${controlForm(
    controlPath("ship"),
    back,
    html`<label for="${id("tracking")}">Tracking number <small>(optional)</small></label>
      <input id="${id("tracking")}" name="trackingNumber" autocomplete="off" maxlength="100" />
      <button name="split" value="1" ${station === "printing" && html`class="first"`}>Ship in one parcel</button>
      <button name="split" value="2">Ship in two parcels</button>`,
  )}`;
  return html`<div class="actions">
    ${isHeld ? controlForm(controlPath("pay"), back, pay) : production}
    <details>
      <summary>More for ${order.serviceId}</summary>
      <div class="more">
        ${controlForm(controlPath("label"), back, html`<button>Print a label</button>`, "stacked")}
        ${controlForm(controlPath("reject-address"), back, rejectAddress(id("message")), "stacked")}
        ${controlForm(controlPath("status"), back, setStatus(order, id), "stacked")}
        ${!isHeld && controlForm(controlPath("pay"), back, pay, "stacked")}
        ${controlForm(controlPath("cancel"), back, html`<button>Cancel order</button>`, "stacked")}
      </div>
    </details>
  </div>`;
}

function rejectAddress(id: string): Html {
  return html`<label for="${id}">Reason</label>
    <input id="${id}" name="message" value="The shipping address could not be verified." />
    <button>Reject address</button>`;
}

function setStatus({ items }: Order, id: (field: string) => string): Html {
  const skus = [...new Set(items.map((i) => i.itemSku))];
  return html`<label for="${id("sku")}">Item</label>
    <select id="${id("sku")}" name="sku">
      ${skus.map((sku) => html`<option>${sku}</option>`)}
    </select>
    <label for="${id("status")}">New status <small>(any text)</small></label>
    <input id="${id("status")}" name="status" list="${id("statuses")}" required autocomplete="off" />
    <datalist id="${id("statuses")}">${STATUSES.map((status) => html`<option value="${status}"></option>`)}</datalist>
    <label for="${id("error")}">Error text <small>(optional)</small></label>
    <input id="${id("error")}" name="message" autocomplete="off" />
    <button>Set status</button>`;
}
