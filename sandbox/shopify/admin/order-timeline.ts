import { html, type Html } from "../../pages/html.ts";
import type { OrderView } from "./order-view.ts";
import { personOf, when } from "../format.ts";

interface Moment {
  at: Date;
  text: string;
}

/** The events of an order and the messages to the customer, newest first. */
export function orderTimeline(view: OrderView): Html {
  const moments = momentsOf(view).toSorted((a, b) => b.at.getTime() - a.at.getTime());
  return html`<section class="card stack">
    <h2>Timeline</h2>
    <ol class="timeline">
      ${moments.map(
        ({ at, text }) =>
          html`<li>
            <p>${text}</p>
            <p class="subdued">${when(at, view.shop)}</p>
          </li>`,
      )}
    </ol>
  </section>`;
}

function momentsOf({ order, notifications, appTitle }: OrderView): Moment[] {
  const fulfilled = order.fulfillments.map(({ createdAt, lines, byApp, name }): Moment => {
    const count = lines.reduce((all, line) => all + line.quantity, 0);
    const who = byApp ? appTitle : "You";
    return { at: createdAt, text: `${who} fulfilled ${count === 1 ? "1 item" : `${count} items`} (${name}).` };
  });
  const mails = notifications.map(({ at, kind, to, tracking }): Moment => {
    const what = kind === "shipping_update" ? "shipping update" : "shipping confirmation";
    const numbers = tracking.length > 0 ? ` with tracking ${tracking.join(", ")}` : "";
    return {
      at,
      text:
        to === null
          ? `No ${what} email was sent, because the order has no email.`
          : `A ${what} email${numbers} was sent to ${to}.`,
    };
  });
  const refunds = order.refunds.map(({ createdAt, lines }): Moment => {
    const count = lines.reduce((all, line) => all + line.quantity, 0);
    return { at: createdAt, text: `${count === 1 ? "1 item was" : `${count} items were`} refunded.` };
  });
  return [
    { at: order.createdAt, text: `${personOf(order)} placed this order.` },
    ...mails,
    ...fulfilled,
    ...refunds,
    ...(order.cancelledAt ? [{ at: order.cancelledAt, text: "This order was canceled." }] : []),
  ];
}
