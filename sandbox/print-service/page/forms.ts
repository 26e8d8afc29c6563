import { ApiError } from "../responses.ts";
import { handleControl } from "../control.ts";
import { successMessage } from "./success-messages.ts";
import type { Notice } from "./notices.ts";
import type { Parts } from "./parts.ts";

const NUMBERS = new Set(["split", "times", "ms", "speed"]);
const FLAGS = new Set(["active", "paused", "isVersion3"]);
const BACK = /^\/(orders\/\w+|events|registrations|faults|\?page=\d+)?$/;

/** The next address after a form, and its notice. */
export interface FormResult {
  back: string;
  notice: Notice;
}

/** Runs the control of a form, as scripts do with JSON. `controlPath`: the path after `/do/`. */
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
    return { back: safe, notice: { tone: "bad", message: `That didn't work: ${error.message}.` } };
  }
}

/** The body of a control: without empty fields, with numbers and flags parsed. */
function bodyOf(fields: Record<string, string>): Record<string, unknown> {
  const filled = Object.entries(fields).filter(([, text]) => text.trim() !== "");
  return Object.fromEntries(filled.map(([name, text]) => [name, read(name, text)]));
}

function read(name: string, text: string): unknown {
  if (NUMBERS.has(name)) return Number(text);
  return FLAGS.has(name) ? text === "true" : text.trim();
}
