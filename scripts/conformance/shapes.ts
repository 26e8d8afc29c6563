import type { Body } from "./api-call.ts";
import type { Findings } from "./findings.ts";

/** What a field has to be. */
export type Kind = "text" | "number" | "link" | "link or empty" | "time" | "array" | "object";
export type Shape = Record<string, Kind>;

const TIME = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/;
const IS: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === "string",
  number: (value) => typeof value === "number",
  link: (value) => typeof value === "string" && /^https?:\/\//.test(value) && URL.canParse(value),
  "link or empty": (value) => value === "" || IS.link(value),
  time: (value) => typeof value === "string" && TIME.test(value),
  array: (value) => Array.isArray(value),
  object: (value) => typeof value === "object" && value !== null && !Array.isArray(value),
};

/** What kind of thing a value is, without the value. */
export function kindOf(value: unknown): string {
  if (value === undefined) return "missing";
  if (value === null) return "null";
  if (value === "") return "empty text";
  if (Array.isArray(value)) return `array of ${value.length}`;
  if (IS.time(value)) return "time, YYYY-MM-DD HH:MM:SS";
  if (IS.link(value)) return "link";
  return typeof value === "string" ? "text" : typeof value;
}

/** Judges each field of the shape in all `things`; `clause` names a field's clause. */
export function checkFields(
  findings: Findings,
  shape: Shape,
  things: Body[],
  clause: (field: string) => string,
  none: string,
): void {
  for (const [field, kind] of Object.entries(shape)) {
    if (things.length === 0) findings.notTried([clause(field)], none);
    const wrong = things.find((thing) => !IS[kind](thing[field]));
    const summary = [...new Set(things.map((thing) => kindOf(thing[field])))].join(", ");
    if (things.length > 0) findings.judge(clause(field), !wrong, wrong ? `${summary}; wanted ${kind}` : summary);
  }
}

/** The objects in an array of the service; what is no object counts as an empty one. */
export const objectsIn = (value: unknown): Body[] =>
  Array.isArray(value) ? value.map((one: unknown) => (IS.object(one) ? { ...(one as Body) } : {})) : [];
