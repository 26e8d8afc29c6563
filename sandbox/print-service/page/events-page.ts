import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { EVENT_EFFECTS } from "../events.ts";
import { EVENT_KINDS } from "../store.ts";
import { eventRows, KIND_LABELS, numbered } from "./event-rows.ts";
import type { Page } from "./layout.ts";
import type { Parts } from "./parts.ts";
import { pluralize, controlForm } from "./components.ts";

const SHOWN = 100;

const EFFECT_LABELS: Record<(typeof EVENT_EFFECTS)[number], string> = {
  drop: "Lose",
  double: "Send twice",
  reorder: "Send after the next event",
  delay: "Delay",
};

/** All sent events, and the faults of the next ones. */
export function eventsPage(parts: Parts): Page {
  const events = numbered(parts.store);
  const content = html`<div class="page-head">
      <h1>Events</h1>
      <p>${pluralize(events.length, "event")} sent${events.length > SHOWN && `, showing the last ${SHOWN}`}</p>
    </div>
    <section class="panel" aria-labelledby="event-faults">
      <h2 id="event-faults">Faults for the next events</h2>
      ${controlForm("event-faults", "/events", faultFields(), "fields")} ${armedFaults(parts)}
    </section>
    <section class="panel" aria-labelledby="sent">
      <h2 id="sent">Events sent</h2>
      ${eventRows(parts, events.slice(0, SHOWN), "/events")}
    </section>`;
  return { title: "Events", section: "/events", content };
}

function faultFields(): Html {
  return html`<div>
      <label for="effect">Fault</label>
      <select id="effect" name="effect">
        ${EVENT_EFFECTS.map((effect) => html`<option value="${effect}">${EFFECT_LABELS[effect]}</option>`)}
      </select>
    </div>
    <div>
      <label for="kind">Events</label>
      <select id="kind" name="kind">
        <option value="">All</option>
        ${EVENT_KINDS.map((kind) => html`<option value="${kind}">${KIND_LABELS[kind]}</option>`)}
      </select>
    </div>
    <div>
      <label for="times">Number of events</label>
      <input id="times" name="times" type="number" min="1" max="1000" value="1" required />
    </div>
    <div>
      <label for="ms">Delay in ms <small>(late events)</small></label>
      <input id="ms" name="ms" type="number" min="0" max="600000" value="5000" required />
    </div>
    <button class="first">Turn on</button>`;
}

function armedFaults({ sender }: Parts): Html {
  const faults = sender.armed();
  const held = sender.heldBack();
  return html`<div class="armed">
    ${faults.length === 0 && html`<p class="empty">No event faults are on.</p>`}
    <ul>
      ${faults.map(
        (f) =>
          html`<li>
            ${EFFECT_LABELS[f.effect]}: ${f.kind ? KIND_LABELS[f.kind].toLowerCase() : "any"} event, ${f.times} left
            ${f.effect === "delay" && `(after ${f.ms} ms)`}
          </li>`,
      )}
    </ul>
    ${held > 0 && html`<p>${pluralize(held, "event is", "events are")} waiting for the next event.</p>`}
    ${faults.length > 0 && controlForm("event-faults/clear", "/events", html`<button>Clear event faults</button>`)}
  </div>`;
}
