import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { Page } from "./layout.ts";
import { linePanel } from "./line-panel.ts";
import type { Parts } from "./parts.ts";
import { pluralize } from "./components.ts";
import { sentTwice, ticket } from "./ticket.ts";

const PAGE_SIZE = 25;

/** All orders, newest first. `number` counts pages from 1. */
export function ordersPage(parts: Parts, number: number): Page {
  const { orders } = parts.store;
  const back = number > 1 ? `/?page=${number}` : "/";
  const shown = orders.toReversed().slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE);
  const repeated = new Set(orders.filter((o) => sentTwice(parts.store, o)).map((o) => `${o.account} ${o.reference}`));
  const content = html`<div class="page-head">
      <h1>Orders</h1>
      <p>${pluralize(orders.length, "order")}</p>
    </div>
    ${linePanel(parts, back)}
    ${
      repeated.size > 0 &&
      html`<p class="notice notice-bad">
        ${pluralize(repeated.size, "order id was", "order ids were")} received more than once, so these orders are
        printed more than once.
      </p>`
    }
    <div class="tickets">
      ${shown.map((order) => ticket(parts, order, back))} ${shown.length === 0 && nothing(orders.length)}
    </div>
    ${pager(number, Math.ceil(orders.length / PAGE_SIZE))}`;
  return { title: "Orders", section: "/", content };
}

const nothing = (all: number): Html =>
  html`<p class="empty">
    ${all > 0 ? html`No older orders. <a href="/">View the newest</a>.` : "No orders yet. New orders appear here automatically."}
  </p>`;

function pager(number: number, pages: number): Html | false {
  return (
    pages > 1 &&
    html`<nav aria-label="Pages of orders" class="pager">
      ${number > 1 && html`<a href="/?page=${number - 1}">Newer</a>`} <span>Page ${number} of ${pages}</span>
      ${number < pages && html`<a href="/?page=${number + 1}">Older</a>`}
    </nav>`
  );
}
