import { html, type Html } from "./html.ts";

export type Tone = "neutral" | "info" | "success" | "attention" | "warning" | "critical";

/** A state in words; the color only repeats what the words say. */
export function badge(label: string, tone: Tone = "neutral"): Html {
  return html`<span class="badge badge-${tone}">${label}</span>`;
}
