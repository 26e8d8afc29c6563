import { choice, field } from "../../pages/field.ts";
import { html, type Html } from "../../pages/html.ts";
import type { ShippingOptions } from "../carrier-services.ts";
import type { findVariant } from "../catalog.ts";
import { price } from "../format.ts";
import { storefrontLink } from "../links.ts";
import type { Shop } from "../model.ts";
import { DESTINATIONS, type Destination } from "./checkout.ts";

const WORDS: Record<ShippingOptions["from"], string> = {
  carrier: "Rates of an app",
  backup: "Backup rate: the app gave no rates",
  own: "The store's own rate",
};

interface Chosen {
  found: NonNullable<ReturnType<typeof findVariant>>;
  quantity: number;
  to: Destination;
}

/** The checkout of one item: where it goes, and what shipping costs there. */
export function checkoutPage(shop: Shop, { found, quantity, to }: Chosen, shipping: ShippingOptions): Html {
  const { product, variant } = found;
  const basket = html`<input type="hidden" name="variant" value="${variant.id}" />`;
  return html`<div class="stack narrow">
    <h1>Checkout</h1>
    <form class="card stack close" method="get" action="${storefrontLink(shop, "/checkout")}">
      <h2>${product.title}</h2>
      <p class="subdued">
        ${variant.title !== "Default Title" && html`${variant.title}, `}${price(variant.price, shop.currency)}
      </p>
      ${basket}
      ${field({ label: "Quantity", name: "quantity", value: String(quantity), type: "number", required: true })}
      ${choice(
        "Ship to",
        "to",
        Object.entries(DESTINATIONS).map(([key, { label }]) => [key, label]),
        to,
        "checkout",
      )}
      <button class="button">Update shipping</button>
    </form>
    <form class="card stack close" method="post" action="${storefrontLink(shop, "/orders")}">
      ${basket}
      <input type="hidden" name="quantity" value="${quantity}" />
      <input type="hidden" name="to" value="${to}" />
      <fieldset class="stack close shipping">
        <legend>Shipping</legend>
        ${shipping.options.map(
          ({ title, code, price: cost }, at) =>
            html`<label class="row spread">
              <span>
                <input type="radio" name="shipping" value="${code}" ${at === 0 && html`checked`} />
                ${title}
              </span>
              <span>${Number(cost) === 0 ? "Free" : price(cost, shop.currency)}</span>
            </label>`,
        )}
        <p class="subdued">${WORDS[shipping.from]}</p>
      </fieldset>
      <button class="button primary">Pay now</button>
    </form>
  </div>`;
}
