import { ApiError } from "../responses.ts";
import { handleControl } from "../control.ts";
import { successMessage } from "./success-messages.ts";
import type { Notice } from "./notices.ts";
import type { Parts } from "./parts.ts";

const NUMBERS = new Set(["split", "times", "ms", "speed"]);
const FLAGS = new Set(["active", "paused"]);
const BACK = /^\/(orders\/\w+|events|registrations|faults|\?page=\d+)?$/;

/** Where the browser goes after a form, and what it reads there. */
export interface FormResult {
  back: string;
  notice: Notice;
}

/** A form turns the control-form that it is named after: the same one that scripts turn with JSON. `control-form`: what follows `/do/`. */
export function submitForm(parts: Parts, controlPath: string, raw: string): FormResult {
  const { back = "/", ...fields } = Object.fromEntries(new URLSearchParams(raw));
  const safe = BACK.test(back) ? back : "/";
  const body = bodyOf(fields);
  try {
    const clear = /^(.+)\/clear$/.exec(controlPath)?.[1];
    handleControl(parts, clear ? "DELETE" : "POST", `/_sandbox/${clear ?? controlPath}`, body);
    return { back: safe, notice: { tone: "good", message: successMessage(controlPath, body) } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return { back: safe, notice: { tone: "bad", message: `That did not work: ${error.message}.` } };
  }
}

/** What was left empty is not sent; numbers and flags, which a form has as text, become what the knobs take. */
function bodyOf(fields: Record<string, string>): Record<string, unknown> {
  const filled = Object.entries(fields).filter(([, text]) => text.trim() !== "");
  return Object.fromEntries(filled.map(([name, text]) => [name, read(name, text)]));
}

function read(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return Number(text);
  return FLAGS.has(name) ? text === "true" : text.trim();
}
