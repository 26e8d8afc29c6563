import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { clockString } from "../clock-strings.ts";
import type { Settings } from "../options.ts";

/** Colour of a badge; what it means is always in its words as well. */
export type Tone = "plain" | "good" | "busy" | "warn" | "bad";

export const badge = (label: string, tone: Tone = "plain"): Html =>
  html`<span class="badge badge-${tone}">${label}</span>`;

/** An instant as the service's own clock shows it, with the zone that its strings on the wire leave out. */
export function time(settings: Settings, instant: Date): Html {
  const { zoneOffsetMinutes: offset } = settings;
  return html`<time datetime="${instant.toISOString()}">${clockString(instant, offset)} ${zoneName(offset)}</time>`;
}

/** `UTC`, `UTC+07:00`, `UTC-03:30`. */
function zoneName(offsetMinutes: number): string {
  if (offsetMinutes === 0) return "UTC";
  const two = (n: number) => String(n).padStart(2, "0");
  const size = Math.abs(offsetMinutes);
  return `UTC${offsetMinutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

/** `1 parcel`, `2 parcels`. */
export const pluralize = (count: number, one: string, many = `${one}s`): string =>
  `${count} ${count === 1 ? one : many}`;

/** A form that turns a control-form and comes back to `back`. It works without the browser's script. */
export function controlForm(controlPath: string, back: string, content: Html, className = ""): Html {
  return html`<form method="post" action="/do/${controlPath}" class="control-form ${className}">
    <input type="hidden" name="back" value="${back}" />${content}
  </form>`;
}
