import { html, type Html } from "./html.ts";

export type Tone = "neutral" | "info" | "success" | "attention" | "warning" | "critical";

/** A state as text; the color only repeats it. */
export function badge(label: string, tone: Tone = "neutral"): Html {
  return html`<span class="badge badge-${tone}">${label}</span>`;
}
