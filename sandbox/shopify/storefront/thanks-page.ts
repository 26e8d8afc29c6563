import { Decimal } from "decimal.js";
import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import { adminLink, appLink, storefrontLink } from "../links.ts";
import type { Order, Shop } from "../model.ts";
import { totals } from "../money.ts";
import { personOf, price } from "../format.ts";

/** The confirmation after the checkout, with links to the order. */
export function thanksPage(shop: Shop, order: Order, appTitle: string): Html {
  const sums = totals(order);
  return html`<div class="stack narrow">
    <div class="row thanks">
      ${icon("CheckCircle")}
      <div>
        <p class="subdued">Order ${order.name}</p>
        <h1>Thank you, ${personOf(order)}</h1>
      </div>
    </div>
    <div class="row">
      ${
        shop.installed &&
        html`<a class="button primary" href="${appLink(shop, `/app/orders/${order.id}`)}">View in ${appTitle}</a>`
      }
      <a class="button" href="${adminLink(shop, "orders", order.id)}">View in admin</a>
      <a class="button" href="${storefrontLink(shop)}">Continue shopping</a>
    </div>
    <section class="card stack close">
      <h2>Your order</h2>
      <ul class="stack close">
        ${order.lines.map(
          (line) =>
            html`<li class="row spread">
              <span>${line.quantity} × ${line.title} ${line.variantTitle && `(${line.variantTitle})`}</span>
              <span>${price(new Decimal(line.price).mul(line.quantity), order.currency)}</span>
            </li>`,
        )}
        <li class="row spread">
          <span>Shipping: ${order.shippingLines.map((each) => each.title).join(", ") || "none"}</span>
          <span>${price(sums.shipping, order.currency)}</span>
        </li>
        <li class="row spread strong"><span>Total</span><span>${price(sums.total, order.currency)}</span></li>
      </ul>
    </section>
  </div>`;
}
