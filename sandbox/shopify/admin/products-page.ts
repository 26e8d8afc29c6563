import { field } from "../../pages/field.ts";
import { badge } from "../../pages/badge.ts";
import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { Product, Shop } from "../model.ts";
import { adminLink } from "../links.ts";
import { notice, type Notice } from "./notice.ts";
import { price, sentence } from "../format.ts";

const picture = (url: string | null): Html =>
  url ? html`<img class="thumb" src="${url}" alt="" loading="lazy" />` : html`<span class="thumb"></span>`;

/** All products of the shop, and a form for a new one. */
export function productsPage(shop: Shop, outcome: Notice): Html {
  return html`<div class="sheet stack">
    <div class="head"><h1>Products</h1></div>
    ${notice(outcome)}
    <div class="card flush table">
      <table>
        <thead>
          <tr>
            <th scope="col">Product</th>
            <th scope="col">Status</th>
            <th scope="col" class="number">Variants</th>
            <th scope="col">Vendor</th>
          </tr>
        </thead>
        <tbody>
          ${shop.products.map(
            (product) =>
              html`<tr>
                <td>
                  <a class="row strong" href="${adminLink(shop, "products", product.id)}">
                    ${picture(product.imageUrl)}<span>${product.title}</span>
                  </a>
                </td>
                <td>${badge(sentence(product.status), product.status === "ACTIVE" ? "success" : "neutral")}</td>
                <td class="number">${product.variants.length}</td>
                <td>${product.vendor}</td>
              </tr>`,
          )}
        </tbody>
      </table>
    </div>
    <section class="card stack">
      <h2>Add product</h2>
      <form class="stack" method="post" action="${adminLink(shop, "products")}">
        <div class="fields">
          ${field({ label: "Title", name: "title", required: true })}
          ${field({ label: "Vendor", name: "vendor", value: shop.name })} ${field({ label: "SKU", name: "sku" })}
          ${field({ label: `Price in ${shop.currency}`, name: "price", value: "20.00", required: true })}
          ${field({ label: "Variants (separate with commas)", name: "variants" })}
        </div>
        <div><button class="button primary">Add product</button></div>
      </form>
    </section>
  </div>`;
}

/** One product with its variants. */
export function productPage(shop: Shop, product: Product, outcome: Notice): Html {
  return html`<div class="sheet stack">
    <div class="row">
      <a class="button plain" href="${adminLink(shop, "products")}">
        ${icon("ArrowLeft")}<span class="visually-hidden">Products</span>
      </a>
      <h1>${product.title}</h1>
      ${badge(sentence(product.status), product.status === "ACTIVE" ? "success" : "neutral")}
    </div>
    ${notice(outcome)}
    <div class="two">
      <section class="card flush">
        <h2 class="card-head">Variants</h2>
        ${product.variants.map(
          (variant) =>
            html`<div class="line">
              ${picture(variant.imageUrl ?? product.imageUrl)}
              <div class="line-text">
                <p class="strong">
                  <a href="${adminLink(shop, "products", product.id, "variants", variant.id)}">${variant.title}</a>
                </p>
                <p class="subdued">${variant.sku ? `SKU: ${variant.sku}` : "No SKU"}</p>
              </div>
              <span>${price(variant.price, shop.currency)}</span>
            </div>`,
        )}
      </section>
      <section class="card stack close">
        <h2>Organization</h2>
        <h3>Vendor</h3>
        <p>${product.vendor}</p>
        <h3>Type</h3>
        <p>${product.productType || (product.isGiftCard ? "Gift card" : "None")}</p>
        <h3>Tags</h3>
        <p>${product.tags.join(", ") || "None"}</p>
      </section>
    </div>
  </div>`;
}
