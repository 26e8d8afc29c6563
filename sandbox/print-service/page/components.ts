import { html } from "../../pages/html.ts";
import type { Html } from "../../pages/html.ts";
import { clockString } from "../clock-strings.ts";
import type { Settings } from "../options.ts";

/** The color of a badge. The label always says the same. */
export type Tone = "plain" | "good" | "busy" | "warn" | "bad";

export const badge = (label: string, tone: Tone = "plain"): Html =>
  html`<span class="badge badge-${tone}">${label}</span>`;

/** A moment on the service's clock, with the zone that the wire's strings omit. */
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

/** A form that runs a control and returns to `back`. It works without JavaScript. */
export function controlForm(controlPath: string, back: string, content: Html, className = ""): Html {
  return html`<form method="post" action="/do/${controlPath}" class="control-form ${className}">
    <input type="hidden" name="back" value="${back}" />${content}
  </form>`;
}
