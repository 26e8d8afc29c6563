import { pino } from "pino";
import { createFloodBounds } from "./flood-limit.ts";
import type { Log } from "../ports/log.ts";

const WARN = pino.levels.values["warn"] ?? 0;

/** Structured log: one line of JSON each, on standard output. Warnings and errors of one kind are bounded in number. */
export function createLog(level: string, out: { write(line: string): void } = process.stdout): Log {
  const moreOf = createFloodBounds();
  return pino(
    {
      level,
      base: null,
      hooks: {
        logMethod([fields, message, ...rest], method, level) {
          const more = level < WARN ? {} : moreOf(String(message));
          if (more) method.apply(this, [{ ...(fields as unknown as object), ...more }, message, ...rest] as never);
        },
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, safe(name, value)])),
      },
    },
    out,
  );
}

/** Names under which a value is never written, wherever it stands. */
const SECRET = /token|secret|password|authorization|cookie|credential|hmac|signature|api_?key/i;
/** Names of error classes, as callers give them. */
const KIND = /^(unknown|[A-Z][A-Za-z]{1,39})$/;
const DEEPEST = 4;
const LEFT_OUT = "[left out]";

/** What may be said of a value: no secret by its name, no words of an error, nothing without end. */
function safe(name: string, value: unknown, depth = 0): unknown {
  if (SECRET.test(name) && value !== null && value !== undefined) return LEFT_OUT;
  if (value instanceof Error) return kindOf(value);
  // Whatever else was thrown may be a whole answer: at most a kind by its name.
  if (name === "error") return typeof value === "string" && KIND.test(value) ? value : LEFT_OUT;
  if (typeof value === "string") return value.slice(0, 500);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value;
  if (depth >= DEEPEST) return LEFT_OUT;
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => safe("", one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, safe(key, one, depth + 1)]));
}

/** An error's message may quote an address or a token: what is kept is its kind, a code and the places. Causes are left out. */
export function kindOf(error: Error): { name: string; code?: string | number; at: string[] } {
  const { code } = error as { code?: unknown };
  return {
    name: wordOf(error.name) ?? "Error",
    ...(wordOf(code) === undefined ? {} : { code: wordOf(code) }),
    at: placesOf(error),
  };
}

const wordOf = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && /^[\w.-]{1,60}$/.test(String(value))
    ? String(value)
    : undefined;

/** The message stands in the stack, too, and may itself have lines that look like places: those do not count. */
function placesOf(error: Error): string[] {
  const stack = typeof error.stack === "string" ? error.stack : "";
  const after = error.message === "" ? 0 : stack.indexOf(error.message) + error.message.length;
  const known = error.message === "" || stack.includes(error.message);
  const lines = (known ? stack.slice(after) : stack).split("\n").map((line) => line.trim());
  return lines.filter((line) => PLACE.test(line)).slice(0, 8);
}

/** V8: `at name (file:///path:line:column)`, `at /path:line:column`, `at node:internal/…:line:column`. */
const PLACE = /^at (?:[^\s()]+(?: [^\s()]+){0,3} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^()\n]{1,300}:\d+:\d+\)?$/;
