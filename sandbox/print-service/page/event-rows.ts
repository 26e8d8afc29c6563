import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import type { EventDelivery, EventKind, Store } from "../store.ts";
import type { Parts } from "./parts.ts";
import { badge, controlForm, time } from "./components.ts";

export const KIND_LABELS: Record<EventKind, string> = { tracking: "Tracking", order_status: "Order status" };

interface NumberedEvent {
  /** Its number among all sent events, from 1. */
  number: number;
  event: EventDelivery;
}

export const numbered = ({ deliveries }: Store): NumberedEvent[] =>
  deliveries.map((event, at) => ({ number: at + 1, event })).reverse();

/** The order id of an event. */
export function orderIdOf({ body }: EventDelivery): string {
  return typeof body === "object" && body !== null && "order_id" in body ? String(body.order_id) : "";
}

/** Sent events with the endpoint's response. */
export function eventRows({ settings }: Parts, events: NumberedEvent[], back: string): Html {
  if (events.length === 0) return html`<p class="empty">No events yet.</p>`;
  return html`<ol class="rows">
    ${events.map(
      ({ number, event }) =>
        html`<li data-key="event-${number}">
          <div class="row-head">
            <strong>${KIND_LABELS[event.kind]}</strong> <code>${orderIdOf(event)}</code> ${responseBadge(event)}
            ${time(settings, event.sentAt)}
          </div>
          <p class="endpoint">to <code>${event.endpoint}</code></p>
          <details>
            <summary>Body of event ${number}</summary>
            <pre tabindex="0" role="region" aria-label="Body of event ${number}">
${JSON.stringify(event.body, null, 2)}</pre>
          </details>
          ${controlForm(
            `events/${number}/again`,
            back,
            html`<button aria-label="Send again: event ${number}">Send again</button>`,
          )}
        </li>`,
    )}
  </ol>`;
}

function responseBadge({ responseStatus, error }: EventDelivery): Html {
  if (error !== null) return badge(`No response: ${error}`, "bad");
  if (responseStatus === null) return badge("Sending", "busy");
  return badge(`Response ${responseStatus}`, responseStatus >= 200 && responseStatus < 300 ? "good" : "bad");
}
