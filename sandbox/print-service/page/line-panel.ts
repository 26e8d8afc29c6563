import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { countStations, STATIONS } from "../station.ts";
import type { Parts } from "./parts.ts";
import { controlForm } from "./components.ts";
import { STATION_LABELS } from "./ticket.ts";

/** Milliseconds per step. */
const SPEEDS: [ms: number, words: string][] = [
  [0, "Manual"],
  [15_000, "Slow"],
  [4_000, "Normal"],
  [500, "Fast"],
];

/** The production line: its speed, and the number of orders at each station. */
export function linePanel({ store, line }: Parts, back: string): Html {
  const { speed, paused } = line.pace.state();
  const counts = countStations(store.orders);
  return html`<section class="panel line" aria-labelledby="line">
    <div class="line-head">
      <h2 id="line">Production line</h2>
      <p>${describe(speed, paused)}</p>
    </div>
    <dl class="stations">
      ${STATIONS.map(
        (s) =>
          html`<div class="station-${s}">
            <dt>${STATION_LABELS[s][0]}</dt>
            <dd>${counts[s]}</dd>
          </div>`,
      )}
    </dl>
    <div class="controls">
      ${controlForm("production", back, speedButtons(speed), "speeds")}
      ${controlForm(
        "production",
        back,
        html`<label for="speed">Milliseconds per step</label>
          <input id="speed" name="speed" type="number" min="0" max="3600000" value="${speed}" required />
          <button>Set</button>`,
      )}
      ${
        (speed > 0 || paused) &&
        controlForm(
          "production",
          back,
          html`<button name="paused" value="${String(!paused)}">${paused ? "Resume" : "Pause"}</button>`,
          "pause",
        )
      }
    </div>
  </section>`;
}

function speedButtons(speed: number): Html {
  return html`<div role="group" aria-label="Speed" class="segments">
    ${SPEEDS.map(
      ([ms, label]) =>
        html`<button name="speed" value="${ms}" aria-pressed="${String(ms === speed)}">
          ${label} ${ms > 0 && html`<small>${ms / 1000} s</small>`}
        </button>`,
    )}
  </div>`;
}

function describe(speed: number, paused: boolean): string {
  if (paused) return "Paused. Orders don't move until you resume.";
  if (speed === 0) return "Manual. Orders move only when you move them.";
  return `Running. Orders move every ${speed / 1000} s.`;
}
