import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import { findGoods } from "../goods.ts";
import { storefrontLink } from "../links.ts";
import type { Product, Shop, Variant } from "../model.ts";
import { price } from "../format.ts";
import { readyMadeOrders, type ReadyMade } from "./ready-made.ts";

/** The products, and sample orders that each show one behavior. */
export function shopPage(shop: Shop, problem: string | null): Html {
  const goods = findGoods(shop.products);
  return html`<div class="stack wide">
    ${
      problem &&
      html`<div class="banner banner-critical" role="alert">
        ${icon("AlertCircle")}
        <p>${problem}</p>
      </div>`
    }
    <section class="stack">
      <h1>Products</h1>
      ${shop.products.length === 0 && html`<p class="subdued">This store has no products yet.</p>`}
      <ul class="shelf">
        ${shop.products.filter(({ status }) => status === "ACTIVE").map((each) => product(shop, each))}
      </ul>
    </section>
    ${
      goods &&
      html`<section class="stack">
        <div class="stack tight">
          <h2 class="big">Sample orders</h2>
          <p class="subdued">Place an order with one click. Customer, address and payment are filled in.</p>
        </div>
        <ul class="cards">
          ${readyMadeOrders(goods).map((each) => readyMade(shop, each))}
        </ul>
      </section>`
    }
  </div>`;
}

function product(shop: Shop, { id, title, imageUrl, variants }: Product): Html {
  const name = `product-${id}`;
  return html`<li class="product">
    ${imageUrl ? html`<img src="${imageUrl}" alt="" width="440" height="420" />` : html`<span class="no-picture"></span>`}
    <form class="stack close" method="post" action="${storefrontLink(shop, "/orders")}">
      <div>
        <h2>${title}</h2>
        <p class="subdued">${price(variants[0]?.price ?? "0", shop.currency)}</p>
      </div>
      <div class="buy">
        ${variantField(title, `${name}-variant`, variants)}
        <div class="field">
          <label for="${name}-quantity" class="visually-hidden">Quantity of ${title}</label>
          <input id="${name}-quantity" name="quantity" type="number" min="1" max="99" value="1" required />
        </div>
      </div>
      <div class="buy">
        <button class="button primary" aria-label="Buy now: ${title}">Buy now</button>
        <button
          class="button"
          formmethod="get"
          formaction="${storefrontLink(shop, "/checkout")}"
          aria-label="Check out: ${title}"
        >
          Check out
        </button>
      </div>
    </form>
  </li>`;
}

function variantField(title: string, id: string, variants: Variant[]): Html {
  const [only] = variants;
  if (only && variants.length === 1) return html`<input type="hidden" name="variant" value="${only.id}" />`;
  return html`<div class="field">
    <label for="${id}" class="visually-hidden">Variant of ${title}</label>
    <select id="${id}" name="variant">
      ${variants.map((each) => html`<option value="${each.id}">${each.title}</option>`)}
    </select>
  </div>`;
}

function readyMade(shop: Shop, { key, title, what, tries }: ReadyMade): Html {
  return html`<li class="card ready">
    <div class="stack tight">
      <h3>${title}</h3>
      <p>${what}</p>
      <p class="subdued">${tries}</p>
    </div>
    <form method="post" action="${storefrontLink(shop, "/orders")}">
      <input type="hidden" name="buyer" value="${key}" />
      <button class="button" aria-label="Place this order: ${title}">Place this order</button>
    </form>
  </li>`;
}
