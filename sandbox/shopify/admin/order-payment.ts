import { html, type Html } from "../../pages/html.ts";
import { totals } from "../money.ts";
import { adminLink } from "../links.ts";
import type { OrderView } from "./order-view.ts";
import { paymentBadge, price } from "../format.ts";

/** The payment of an order, and its two actions. */
export function orderPayment({ shop, order }: OrderView): Html {
  const sums = totals(order);
  const row = (label: string, note: string, value: Parameters<typeof price>[0]) =>
    html`<dt>${label}</dt>
      <dd class="subdued">${note}</dd>
      <dd class="number">${price(value, order.currency)}</dd>`;
  const items = order.lines.reduce((all, line) => all + line.currentQuantity, 0);
  const isOpen = ["PENDING", "AUTHORIZED", "PARTIALLY_PAID"].includes(order.financialStatus) && !order.cancelledAt;
  return html`<section class="card stack">
    <h2>${paymentBadge(order)}</h2>
    <dl class="facts">
      ${row("Subtotal", items === 1 ? "1 item" : `${items} items`, sums.currentSubtotal)}
      ${row("Shipping", order.shippingLines.map((each) => each.title).join(", "), sums.shipping)}
      ${row("Total", "", sums.currentTotal)}
    </dl>
    <div class="row">
      ${
        isOpen &&
        html`<form method="post" action="${adminLink(shop, "orders", order.id, "mark-paid")}">
          <button class="button primary" data-key="mark-paid">Mark as paid</button>
        </form>`
      }
      ${
        !order.cancelledAt &&
        html`<details>
          <summary class="button critical" data-key="cancel">Cancel order</summary>
          <form class="stack close" method="post" action="${adminLink(shop, "orders", order.id, "cancel")}">
            <p>Unfulfilled items are refunded and restocked. This can't be undone.</p>
            <div><button class="button critical">Yes, cancel ${order.name}</button></div>
          </form>
        </details>`
      }
    </div>
  </section>`;
}
