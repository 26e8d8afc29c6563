import { pino } from "pino";
import type { Log } from "./ports/log.ts";

/** Structured log: one line of JSON each, on standard output. */
export function createLog(level: string): Log {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: {
      level: (label) => ({ level: label }),
      log: (fields) => Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, withoutWords(value)])),
    },
  });
}

/** An error's message may quote an address or a token: what is kept is its kind and the place. */
function withoutWords(value: unknown): unknown {
  if (!(value instanceof Error)) return value;
  const { code } = value as NodeJS.ErrnoException;
  const frames = (value.stack ?? "").split("\n").filter((line) => /^\s+at /.test(line));
  const at = frames.slice(0, 8).map((line) => line.trim());
  return { name: value.name, ...(code === undefined ? {} : { code }), at };
}
