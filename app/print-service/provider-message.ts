import { isRecord } from "./fields.ts";

const MAX_LENGTH = 2000;
/** Characters of a text that are searched, to bound the cost of the expressions. */
const MAX_INSPECTED = 10_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The service's own error message, in the usual fields, with what it says of each faulty item. */
export function messageInBody(body: Record<string, unknown>): string | undefined {
  const parts = [body["message"], body["error"], body["errors"]]
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
  const all = [...parts, ...itemMessages(body["result"])];
  return all.length === 0 ? undefined : bounded(all.join(" "));
}

/**
 * `result.data_error` of a refused create: an object for each faulty item, with a text for each faulty field. No part of the
 * interface shows it, the service's own documentation does.
 */
function itemMessages(result: unknown): string[] {
  const errors = isRecord(result) ? [result["data_error"] ?? []].flat() : [];
  return errors
    .flatMap((one: unknown) => (isRecord(one) ? Object.values(one) : [one]))
    .filter((text) => typeof text === "string")
    .map((text) => text.trim());
}

/**
 * The same of an answer that is no JSON object, or one without such a field: its text, without the markup of a page.
 */
export function messageInText(text: string): string | undefined {
  const start = text.slice(0, MAX_INSPECTED).trim();
  if (start === "{}" || start === "[]") return undefined;
  const plain = /^<|<\/?[a-z!][^>]*>/i.test(start) ? withoutMarkup(start) : start;
  return bounded(plain.replace(/\s+/g, " ").trim()) || undefined;
}

function withoutMarkup(page: string): string {
  return page
    .replace(/<(script|style|head)\b[\s\S]*?(<\/\1\s*>|$)/gi, " ")
    .replace(/<!--[\s\S]*?(-->|$)/g, " ")
    .replace(/<[^>]*(>|$)/g, " ")
    .replace(/&(?:#(\d{1,6})|([a-z]{2,6}));/gi, (whole, code?: string, name?: string) =>
      code ? String.fromCodePoint(Math.min(Number(code), 0x10ffff)) : (ENTITIES[name?.toLowerCase() ?? ""] ?? whole),
    );
}

// PostgreSQL's text and our own JSON take neither NUL nor half a surrogate pair.
const bounded = (message: string): string => message.replaceAll("\0", "").slice(0, MAX_LENGTH).toWellFormed();
