import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { AdminExtension } from "../extensions/manifest.ts";
import { gid } from "../ids.ts";
import type { Order, Shop } from "../model.ts";
import { totals } from "../money.ts";
import { adminLink, storefrontLink } from "../links.ts";
import { hasSelectionActions, selectionActions } from "./extensions.ts";
import { fulfillmentBadge, paymentBadge, personOf, price, when } from "../format.ts";

/** The shop's orders, newest first; `query` searches number, customer and email. */
export function ordersPage(shop: Shop, query: string, extensions: readonly AdminExtension[]): Html {
  const selectable = hasSelectionActions(extensions, "order-index");
  const words = query.toLowerCase();
  const found = shop.orders
    .filter((order) => [order.name, personOf(order), order.email].join(" ").toLowerCase().includes(words))
    .toReversed();
  return html`<div class="sheet stack">
    <div class="head">
      <h1>Orders</h1>
      <a class="button primary" href="${storefrontLink(shop)}">Create order</a>
    </div>
    ${
      query &&
      html`<p class="row">Orders with “${query}” <a href="${adminLink(shop, "orders")}">Show all orders</a></p>`
    }
    ${
      selectable &&
      html`<div class="card selection" id="selection" role="region" aria-label="Selected orders" hidden>
        <span class="strong" id="selection-count" role="status"></span>
        ${selectionActions(extensions, "order-index")}
      </div>`
    }
    <div id="orders" data-live>
      ${
        shop.orders.length === 0
          ? none(shop)
          : html`<div class="card flush table orders ${selectable && "selectable"}">
              ${table(shop, found, selectable)}
            </div>`
      }
    </div>
  </div>`;
}

function none(shop: Shop): Html {
  return html`<div class="card empty">
    ${icon("Order")}
    <h2>No orders yet</h2>
    <p class="subdued">Place an order in the storefront and watch it get printed and shipped.</p>
    <a class="button primary" href="${storefrontLink(shop)}">Open storefront</a>
  </div>`;
}

function table(shop: Shop, orders: Order[], selectable: boolean): Html {
  return html`<table>
    <thead>
      <tr>
        ${
          selectable &&
          html`<th scope="col" class="select">
            <input type="checkbox" id="select-all" aria-label="Select all orders" />
          </th>`
        }
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
      ${orders.map((order) => row(shop, order, selectable))}
      ${
        orders.length === 0 &&
        html`<tr>
          <td colspan="8" class="subdued">No orders found.</td>
        </tr>`
      }
    </tbody>
  </table>`;
}

function row(shop: Shop, order: Order, selectable: boolean): Html {
  const items = order.lines.reduce((all, line) => all + line.currentQuantity, 0);
  return html`<tr>
    ${
      selectable &&
      html`<td class="select">
        <input type="checkbox" data-select value="${gid("Order", order.id)}" aria-label="Select ${order.name}" />
      </td>`
    }
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
