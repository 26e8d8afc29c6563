import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { Order, Shop } from "../model.ts";
import { totals } from "../money.ts";
import { adminLink, storefrontLink } from "../links.ts";
import { fulfillmentBadge, paymentBadge, personOf, price, when } from "../words.ts";

/** The shop's orders, newest first; `query` looks into number, customer and e-mail. */
export function ordersPage(shop: Shop, query: string): Html {
  const words = query.toLowerCase();
  const found = shop.orders
    .filter((order) => [order.name, personOf(order), order.email].join(" ").toLowerCase().includes(words))
    .toReversed();
  return html`<div class="sheet stack">
    <div class="head">
      <h1>Orders</h1>
      <a class="button primary" href="${storefrontLink(shop)}">Place an order</a>
    </div>
    ${
      query &&
      html`<p class="row">Orders with “${query}” <a href="${adminLink(shop, "orders")}">Show all orders</a></p>`
    }
    <div id="orders" data-live>
      ${shop.orders.length === 0 ? none(shop) : html`<div class="card flush table orders">${table(shop, found)}</div>`}
    </div>
  </div>`;
}

function none(shop: Shop): Html {
  return html`<div class="card empty">
    ${icon("Order")}
    <h2>No orders yet</h2>
    <p class="subdued">Place one in the storefront and watch how it is printed and shipped.</p>
    <a class="button primary" href="${storefrontLink(shop)}">Open the storefront</a>
  </div>`;
}

function table(shop: Shop, orders: Order[]): Html {
  return html`<table>
    <thead>
      <tr>
        <th scope="col">Order</th>
        <th scope="col">Date</th>
        <th scope="col">Customer</th>
        <th scope="col" class="number">Total</th>
        <th scope="col">Payment</th>
        <th scope="col">Fulfillment</th>
        <th scope="col" class="number">Items</th>
      </tr>
    </thead>
    <tbody>
      ${orders.map((order) => row(shop, order))}
      ${
        orders.length === 0 &&
        html`<tr>
          <td colspan="7" class="subdued">No order matches.</td>
        </tr>`
      }
    </tbody>
  </table>`;
}

function row(shop: Shop, order: Order): Html {
  const items = order.lines.reduce((all, line) => all + line.currentQuantity, 0);
  return html`<tr>
    <td>
      <a class="strong" data-key="${order.id}" href="${adminLink(shop, "orders", order.id)}">${order.name}</a>
      ${order.cancelledAt && html`<span class="badge">Canceled</span>`}
    </td>
    <td>${when(order.createdAt, shop)}</td>
    <td>${personOf(order)}</td>
    <td class="number">${price(totals(order).currentTotal, order.currency)}</td>
    <td>${paymentBadge(order)}</td>
    <td>${fulfillmentBadge(order)}</td>
    <td class="number items">${items}</td>
  </tr>`;
}
