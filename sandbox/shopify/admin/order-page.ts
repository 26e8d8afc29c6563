import { badge } from "../../pages/badge.ts";
import { html, type Html } from "../../pages/html.ts";
import { icon } from "../../pages/icon.ts";
import { adminLink, appLink } from "../links.ts";
import { gid } from "../ids.ts";
import { blocks, moreActions } from "./extensions.ts";
import { notice } from "./notice.ts";
import { orderItems } from "./order-items.ts";
import { orderPayment } from "./order-payment.ts";
import { orderSide } from "./order-side.ts";
import { orderTimeline } from "./order-timeline.ts";
import type { OrderView } from "./order-view.ts";
import { fulfillmentBadge, paymentBadge, when } from "../format.ts";

/** One order, as Shopify's admin shows it, with what a merchant may do to it. */
export function orderPage(view: OrderView): Html {
  const { shop, order, appTitle, extensions } = view;
  return html`<div class="sheet stack">
    <div class="head">
      <div class="stack tight" id="order-head" data-live>
        <div class="row">
          <a class="button plain" href="${adminLink(shop, "orders")}">
            ${icon("ArrowLeft")}<span class="visually-hidden">Orders</span>
          </a>
          <h1>${order.name}</h1>
          ${paymentBadge(order)} ${fulfillmentBadge(order)} ${order.cancelledAt && badge("Canceled")}
        </div>
        <p class="subdued">${when(order.createdAt, shop)}</p>
      </div>
      <div class="row">
        ${moreActions(extensions, "order-details", gid("Order", order.id))}
        ${
          shop.installed &&
          html`<a class="button primary" href="${appLink(shop, `/app/orders/${order.id}`)}">Open in ${appTitle}</a>`
        }
      </div>
    </div>
    ${notice(view)}
    <div class="two">
      <div class="stack">
        <div class="stack" id="order-main" data-live>${orderItems(view)} ${orderPayment(view)}</div>
        ${blocks(extensions, "order-details", gid("Order", order.id))}
        <div class="stack" id="order-timeline" data-live>${orderTimeline(view)}</div>
      </div>
      <div class="stack" id="order-side" data-live>${orderSide(view)}</div>
    </div>
  </div>`;
}
