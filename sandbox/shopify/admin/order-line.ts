import { Decimal } from "decimal.js";
import { html, type Html } from "../../pages/html.ts";
import type { Line, Shop } from "../model.ts";
import { adminLink } from "../links.ts";
import type { OrderView } from "./order-view.ts";
import { price } from "../format.ts";

const pictureOf = (shop: Shop, line: Line): string | null => {
  const product = shop.products.find((each) => each.id === line.productId);
  return product?.variants.find((each) => each.id === line.variantId)?.imageUrl ?? product?.imageUrl ?? null;
};

/** A line of an order; `removable` offers to take it out. */
export function orderLine({ shop, order }: OrderView, line: Line, quantity: number, removable = false): Html {
  const picture = pictureOf(shop, line);
  return html`<div class="line">
    ${picture ? html`<img class="thumb" src="${picture}" alt="" loading="lazy" />` : html`<span class="thumb"></span>`}
    <div class="line-text">
      <p class="strong">
        ${line.productId ? html`<a href="${adminLink(shop, "products", line.productId)}">${line.title}</a>` : line.title}
      </p>
      ${line.variantTitle && html`<p>${line.variantTitle}</p>`}
      ${line.sku && html`<p class="subdued">SKU: ${line.sku}</p>`}
      ${line.properties
        .filter(({ name }) => !name.startsWith("_"))
        .map(({ name, value }) => html`<p class="subdued">${name}: ${value}</p>`)}
    </div>
    <div class="stack tight number">
      <span>${quantity} × ${price(line.price, order.currency)}</span>
      <span class="strong">${price(new Decimal(line.price).mul(quantity), order.currency)}</span>
      ${
        removable &&
        html`<form method="post" action="${adminLink(shop, "orders", order.id, "remove")}">
          <input type="hidden" name="line" value="${line.id}" />
          <button class="button plain critical" data-key="remove-${line.id}">
            Remove<span class="visually-hidden"> ${line.title}</span>
          </button>
        </form>`
      }
    </div>
  </div>`;
}
