import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { isUnpaid } from "../v3/payments.ts";
import { artworksOf } from "./artwork.ts";
import { stationOf } from "../station.ts";
import type { Station } from "../station.ts";
import type { Item, Order, Store } from "../store.ts";
import { orderActions } from "./order-actions.ts";
import type { Parts } from "./parts.ts";
import { badge, time } from "./components.ts";
import type { Tone } from "./components.ts";

export const STATION_LABELS: Record<Station, [words: string, tone: Tone]> = {
  waiting: ["Waiting", "plain"],
  printing: ["In production", "busy"],
  shipped: ["Shipped", "good"],
  stopped: ["Stopped", "warn"],
};

const METHODS: Record<string, string> = { "US 1": "Express", "US 2": "Ground", "AU 1": "Express" };

/** Whether the account sent this order id more than once, so that the order is printed twice. */
export const sentTwice = ({ orders }: Store, order: Order): boolean =>
  orders.some((o) => o !== order && o.account === order.account && o.reference === order.reference);

/** An order for the printer: the facts, the items and the actions. */
export function ticket(parts: Parts, order: Order, back: string): Html {
  const { shipping, serviceId } = order;
  const twice = sentTwice(parts.store, order);
  const place = [shipping["shipping_city"], shipping["shipping_province_code"], shipping["shipping_country_code"]];
  return html`<article class="ticket ${twice && "ticket-twice"}" data-key="${serviceId}" aria-labelledby="${serviceId}">
    <header>
      <h2 id="${serviceId}"><a href="/orders/${serviceId}">${serviceId}</a></h2>
      <code class="reference">${order.reference}</code>
      ${badge(...STATION_LABELS[stationOf(order)])} ${twice && badge("Sent twice", "bad")}
      ${isUnpaid(order) && stationOf(order) === "waiting" && badge("Waiting for payment", "warn")}
    </header>
    <dl class="facts">
      <div>
        <dt>Created</dt>
        <dd>${time(parts.settings, order.enteredAt)}</dd>
      </div>
      <div>
        <dt>Account</dt>
        <dd>${order.account}</dd>
      </div>
      <div>
        <dt>Destination</dt>
        <dd>${[...new Set(place)].filter(Boolean).join(", ")}</dd>
      </div>
      <div>
        <dt>Shipping</dt>
        <dd>${methodLabel(order)}</dd>
      </div>
      ${
        order.version3 &&
        html`<div>
          <dt>Price</dt>
          <dd>${order.version3.fees.total_price}</dd>
        </div>`
      }
    </dl>
    ${
      order.version3 &&
      order.version3.unknownFields.length > 0 &&
      html`<p class="notice notice-bad">
        Taken for an order of another marketplace because of fields that the interface doesn't have:
        ${order.version3.unknownFields.join(", ")}.
      </p>`
    }
    <ul class="items" aria-label="Items of ${serviceId}">
      ${order.items.map(itemRow)}
    </ul>
    ${parcels(parts, order)} ${orderActions(parts.settings, order, back)}
  </article>`;
}

const methodLabel = ({ method, shipping, version3 }: Order): string =>
  (version3?.shippingService || METHODS[`${shipping["shipping_country_code"]} ${method}`]) ?? "Standard";

function itemRow(item: Item): Html {
  return html`<li>
    <span class="artworks">${Object.entries(artworksOf(item)).map(([side, link]) => artwork(item, side, link))}</span>
    <span class="what">
      <span><strong>${item.quantity} ×</strong> <code>${item.itemSku}</code></span>
      <span>${item.productName}, ${item.variantTitle}</span>
      ${item.note !== "" && html`<span class="note">Note: ${item.note}</span>`}
    </span>
    <span class="states">
      ${badge(item.orderStatus, item.orderStatus === "Not verify" ? "warn" : "plain")}
      ${badge(item.paymentStatus, item.paymentStatus === "Paid" ? "good" : "plain")}
    </span>
  </li>`;
}

function artwork({ itemId }: Item, side: string, link: string): Html | false {
  const file = link.split(/[?#]/)[0]?.split("/").at(-1);
  return (
    link !== "" &&
    html`<a href="/page/artwork/${itemId}/${side}" title="${link}">
      <img
        src="/page/artwork/${itemId}/${side}"
        alt="Artwork, ${side.replaceAll("_", " ")}: ${file}"
        width="56"
        height="56"
      />
    </a>`
  );
}

function parcels({ settings }: Parts, { trackings, serviceId }: Order): Html | false {
  return (
    trackings.length > 0 &&
    html`<ul class="parcels" aria-label="Parcels of ${serviceId}">
      ${trackings.map((t) => html`<li>Parcel <code>${t.trackingNumber}</code> ${time(settings, t.updatedAt)}</li>`)}
    </ul>`
  );
}
