import { html } from "../../pages/html.ts";
import type { Order } from "../store.ts";
import { eventRows, numbered, orderIdOf } from "./event-rows.ts";
import type { Page } from "./layout.ts";
import type { Parts } from "./parts.ts";
import { ticket } from "./ticket.ts";

/** One order with its original request and its events. */
export function orderPage(parts: Parts, order: Order): Page {
  const back = `/orders/${order.serviceId}`;
  const events = numbered(parts.store).filter(({ event }) => orderIdOf(event) === order.reference);
  const content = html`<div class="page-head">
      <p><a href="/">All orders</a></p>
      <h1>Order ${order.serviceId}</h1>
    </div>
    <div class="tickets">${ticket(parts, order, back)}</div>
    <section class="panel" aria-labelledby="events">
      <h2 id="events">Events for ${order.reference}</h2>
      ${eventRows(parts, events, back)}
    </section>
    <section class="panel" aria-labelledby="body">
      <h2 id="body">Original request</h2>
      <pre tabindex="0" role="region" aria-label="Request body">${pretty(order.raw)}</pre>
    </section>`;
  return { title: `Order ${order.serviceId}`, section: "/", content };
}

export const noOrderPage: Page = {
  title: "Order not found",
  section: "/",
  content: html`<div class="page-head"><h1>Order not found</h1></div>
    <p class="empty">The stand-in loses its orders on restart. <a href="/">View all orders</a>.</p>`,
};

const pretty = (raw: string): string => JSON.stringify(JSON.parse(raw), null, 2);
