import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import type { AdminExtension } from "../extensions/manifest.ts";
import { gid } from "../ids.ts";
import { adminLink } from "../links.ts";
import type { Product, Shop, Variant } from "../model.ts";
import { price } from "../format.ts";
import { blocks, moreActions } from "./extensions.ts";

/** One variant of a product. */
export function variantPage(
  shop: Shop,
  product: Product,
  variant: Variant,
  extensions: readonly AdminExtension[],
): Html {
  const [place, id] = ["product-variant-details", gid("ProductVariant", variant.id)] as const;
  const picture = variant.imageUrl ?? product.imageUrl;
  return html`<div class="sheet stack">
    <div class="head">
      <div class="row">
        <a class="button plain" href="${adminLink(shop, "products", product.id)}">
          ${icon("ArrowLeft")}<span class="visually-hidden">${product.title}</span>
        </a>
        <h1>${variant.title}</h1>
      </div>
      ${moreActions(extensions, place, id)}
    </div>
    <div class="two">
      <div class="stack">
        <section class="card flush">
          <h2 class="card-head">Options</h2>
          <div class="line">
            ${picture ? html`<img class="thumb" src="${picture}" alt="" />` : html`<span class="thumb"></span>`}
            <div class="line-text">
              ${variant.options.map(({ name, value }) => html`<p>${name}: ${value}</p>`)}
              <p class="subdued">${variant.sku ? `SKU: ${variant.sku}` : "No SKU"}</p>
            </div>
            <span>${price(variant.price, shop.currency)}</span>
          </div>
        </section>
        ${blocks(extensions, place, id)}
      </div>
      <section class="card stack close">
        <h2>${product.title}</h2>
        <ul class="stack tight">
          ${product.variants.map(
            (each) =>
              html`<li>
                <a
                  href="${adminLink(shop, "products", product.id, "variants", each.id)}"
                  ${each === variant && html`aria-current="page"`}
                  >${each.title}</a
                >
              </li>`,
          )}
        </ul>
      </section>
    </div>
  </div>`;
}
