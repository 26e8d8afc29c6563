import { pino } from "pino";
import { logContext } from "./log-context.ts";
import type { Log } from "../ports/observe.ts";

const WARN = pino.levels.values["warn"] ?? 0;

/** Structured log: one line of JSON each, on standard output. Warnings and errors of one kind are bounded in number. */
export function createLog(level: string, out: { write(line: string): void } = process.stdout): Log {
  const floodFields = createFloodLimit();
  return pino(
    {
      level,
      base: null,
      mixin: () => ({ ...logContext() }),
      hooks: {
        logMethod([fields, message, ...rest], method, level) {
          const extraFields = level < WARN ? {} : floodFields(String(message));
          if (extraFields)
            method.apply(this, [{ ...(fields as unknown as object), ...extraFields }, message, ...rest] as never);
        },
      },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: {
        level: (label) => ({ level: label }),
        log: (fields) =>
          Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, sanitize(name, value)])),
      },
    },
    out,
  );
}

/** Names under which a value is never written, wherever it stands. */
const SECRET = /token|secret|password|authorization|cookie|credential|hmac|signature|api_?key/i;
/** Names of error classes, as callers give them. */
const ERROR_NAME = /^(unknown|[A-Z][A-Za-z]{1,39})$/;
const MAX_DEPTH = 4;
const REDACTED = "[redacted]";

/** What is logged of a value: no secret by its name, no error message, nothing of unbounded size. */
function sanitize(name: string, value: unknown, depth = 0): unknown {
  if (SECRET.test(name) && value !== null && value !== undefined) return REDACTED;
  if (value instanceof Error) return describeError(value);
  // A thrown value may be a whole answer: only the name of an error class is kept.
  if (name === "error") return typeof value === "string" && ERROR_NAME.test(value) ? value : REDACTED;
  if (typeof value === "string") return value.slice(0, 500);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Date) return value;
  if (depth >= MAX_DEPTH) return REDACTED;
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => sanitize("", one, depth + 1));
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, sanitize(key, one, depth + 1)]));
}

/**
 * An error's message may quote an address or a token: only its name, code and stack frames are kept. Causes are left
 * out.
 */
function describeError(error: Error): { name: string; code?: string | number; stack: string[] } {
  const { code } = error as { code?: unknown };
  return {
    name: codeOf(error.name) ?? "Error",
    ...(codeOf(code) === undefined ? {} : { code: codeOf(code) }),
    stack: stackFrames(error),
  };
}

const codeOf = (value: unknown): string | undefined =>
  (typeof value === "string" || typeof value === "number") && /^[\w.-]{1,60}$/.test(String(value))
    ? String(value)
    : undefined;

/** The stack begins with the message, whose lines may look like stack frames: those do not count. */
function stackFrames(error: Error): string[] {
  const stack = typeof error.stack === "string" ? error.stack : "";
  const after = error.message === "" ? 0 : stack.indexOf(error.message) + error.message.length;
  const hasMessage = error.message === "" || stack.includes(error.message);
  const lines = (hasMessage ? stack.slice(after) : stack).split("\n").map((line) => line.trim());
  return lines.filter((line) => STACK_FRAME.test(line)).slice(0, 8);
}

/** V8: `at name (file:///path:line:column)`, `at /path:line:column`, `at node:internal/…:line:column`. */
const STACK_FRAME =
  /^at (?:[^\s()]+(?: [^\s()]+){0,3} \()?(?:file:\/\/|node:|\/|[A-Za-z]:\\)[^()\n]{1,300}:\d+:\d+\)?$/;

/** Lines of one message in one window; further ones are left out. */
const DEFAULT_LIMIT = { maxLines: 300, windowMs: 60_000 };

/**
 * Bounds the lines of each message, so that requests from outside cannot fill the log. Returns extra fields of a line:
 * null when the line is left out, `suppressed` with the number of lines left out before it. The last line before a gap
 * announces it.
 */
export function createFloodLimit({ maxLines, windowMs } = DEFAULT_LIMIT, now: () => number = () => performance.now()) {
  const seen = new Map<string, { since: number; lines: number }>();
  return (message: string): Record<string, unknown> | null => {
    const before = seen.get(message);
    if (before && now() - before.since < windowMs) {
      before.lines += 1;
      if (before.lines > maxLines) return null;
      return before.lines === maxLines ? { suppressed: `more of these until ${windowMs / 1000} s have passed` } : {};
    }
    seen.set(message, { since: now(), lines: 1 });
    const suppressed = (before?.lines ?? 0) - maxLines;
    return suppressed > 0 ? { suppressed } : {};
  };
}
