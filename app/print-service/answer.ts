import { z } from "zod";
import { parseJson } from "../common/lossless-json.ts";
import type { ConnectionFailure } from "../ports/transport.ts";
import { RejectedError, UnauthorizedError, UnavailableError, UncertainError } from "../ports/errors.ts";
import { isRecord } from "./fields.ts";

/** What came of one exchange with the service; bodyOrThrow says what that means for a caller. */
export type Answer =
  | { kind: "ok"; body: Body }
  /** The service rejected the request, intelligibly. */
  | {
      kind: "rejected";
      httpStatus: number;
      providerMessage: string;
      maybeTransient?: boolean;
      alreadyExists?: boolean;
      provesExistence?: boolean;
      alreadyDone?: boolean;
      lacksFunds?: boolean;
    }
  /** The token, the credentials or the request are refused. `status`: the body's own where it has one. */
  | { kind: "unauthorized"; httpStatus: number; status: 401 | 403; providerMessage: string | undefined }
  /** The service certainly did not process the request. */
  | ({ kind: "not_processed" } & Failure)
  /** Whether the service processed the request is not known. */
  | ({ kind: "uncertain" } & Failure);

interface Failure {
  reason: string;
  httpStatus?: number;
  providerMessage?: string;
  retryAfterMs?: number;
  connectionFailure?: ConnectionFailure | undefined;
  cause?: unknown;
}

export type Body = Record<string, unknown>;

interface RawAnswer {
  httpStatus: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

/** A day: a wrong header must not delay an order for good. */
const MAX_RETRY_AFTER_MS = 86_400_000;

// print-service: RegistrationAnswer names no field for the text `Active`: a service that puts it into `status` means
// success.
const statusField = z.union([
  z.int(),
  z
    .string()
    .regex(/^\d{3}$/)
    .transform(Number),
  z
    .string()
    .regex(/^(in)?active$/i)
    .transform(() => 200),
]);

/**
 * Reads an HTTP answer. Errors are not shown by the interface (section 7), so only clear answers count:
 * a JSON body whose status is 200 is a success, a 4xx with a message is a rejection, 429 is not processed,
 * and all else is uncertain. A body `status` of 4xx counts like that HTTP status.
 */
export function classifyAnswer(raw: RawAnswer, statusOf: typeof readStatus = readStatus): Answer {
  const { httpStatus } = raw;
  const retryAfterMs = retryAfter(raw.headers);
  const body = parseObject(raw.text);
  const providerMessage =
    (body && messageInBody(body)) ?? (body || !isTruncatedJson(raw.text) ? messageInText(raw.text) : undefined);
  const uncertain = (reason: string): Answer => ({
    kind: "uncertain",
    reason,
    httpStatus,
    providerMessage,
    retryAfterMs,
  });
  // A 401 or 429 was not processed, whatever its body; a 403 may come from a firewall that blocks the answer.
  if (httpStatus === 401) return { kind: "unauthorized", httpStatus, status: 401, providerMessage };
  if (httpStatus === 429) return rateLimited(httpStatus, providerMessage, retryAfterMs);
  if (httpStatus >= 300 && httpStatus < 400) return uncertain("redirect");
  if (httpStatus >= 500 || httpStatus < 200) return uncertain("server_error");
  if (!body) return uncertain(raw.text.trim() === "" ? "empty_body" : "not_json");

  const status = statusOf(body, httpStatus);
  if (httpStatus >= 400) {
    if (status !== null && (status < 400 || status >= 500)) return uncertain("contradicting_status");
    return rejection(status ?? httpStatus, httpStatus, body, retryAfterMs) ?? uncertain("rejected_without_message");
  }
  if (status === null) return uncertain("no_status");
  if (status >= 200 && status < 300) return { kind: "ok", body };
  return rejection(status, httpStatus, body, retryAfterMs) ?? uncertain("body_status");
}

/** `status` in the body of version 1. */
export function readStatus(body: Body, _httpStatus: number): number | null {
  return statusField.safeParse(body["status"]).data ?? null;
}

function rejection(status: number, httpStatus: number, body: Body, retryAfterMs: number | undefined): Answer | null {
  const providerMessage = messageInBody(body);
  if (status < 400 || status >= 500 || status === 408 || status === 425) return null;
  if (status === 429) return rateLimited(httpStatus, providerMessage, retryAfterMs);
  // A body without a message under HTTP 4xx may come from any proxy on the way; a body status is the service's own.
  if (providerMessage === undefined && httpStatus >= 400) return null;
  if (status === 401 || status === 403) return { kind: "unauthorized", httpStatus, status, providerMessage };
  return { kind: "rejected", httpStatus, providerMessage: providerMessage ?? `status ${status}` };
}

/** Reason of an answer that asks to slow down. */
export const TOO_MANY_REQUESTS = "too_many_requests";

const rateLimited = (
  httpStatus: number,
  providerMessage: string | undefined,
  retryAfterMs: number | undefined,
): Answer => ({
  kind: "not_processed",
  reason: TOO_MANY_REQUESTS,
  httpStatus,
  providerMessage,
  retryAfterMs,
});

/** A truncated JSON body has no message that can be quoted. */
const isTruncatedJson = (text: string): boolean => /^\s*[[{]/.test(text);

function parseObject(text: string): Body | undefined {
  const parsed = parseJson(Buffer.from(text))?.value;
  return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? (parsed as Body) : undefined;
}

/** Retry-After in milliseconds. A date counts from the answer's own Date, so clocks need not agree. */
function retryAfter(headers: RawAnswer["headers"]): number | undefined {
  const value = headers["retry-after"];
  if (typeof value !== "string") return undefined;
  if (/^\d{1,9}$/.test(value.trim())) return Math.min(Number(value) * 1000, MAX_RETRY_AFTER_MS);
  const wait = Date.parse(value) - Date.parse(String(headers["date"]));
  return Number.isFinite(wait) ? Math.min(Math.max(0, wait), MAX_RETRY_AFTER_MS) : undefined;
}

/**
 * The body of a success, or the error that tells the caller what to do next.
 * `onUncertain`: a read can simply be repeated, a write cannot.
 */
export function bodyOrThrow(answer: Answer, call: string, onUncertain: "unavailable" | "uncertain"): Body {
  switch (answer.kind) {
    case "ok":
      return answer.body;
    case "rejected":
      throw new RejectedError(`${call}: refused`, answer);
    case "unauthorized":
      throw new UnauthorizedError(`${call}: unauthorized`, {
        httpStatus: answer.httpStatus,
        providerMessage: answer.providerMessage,
      });
    case "not_processed":
      throw new UnavailableError(`${call}: ${answer.reason}`, {
        ...answer,
        tooManyRequests: answer.reason === TOO_MANY_REQUESTS,
      });
    case "uncertain":
      if (onUncertain === "uncertain") throw new UncertainError(`${call}: ${answer.reason}`, answer);
      throw new UnavailableError(`${call}: ${answer.reason}`, answer);
  }
}

const MAX_LENGTH = 2000;
/** Characters of a text that are searched, to bound the cost of the expressions. */
const MAX_INSPECTED = 10_000;

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

/** The service's own error message, in the usual fields, with what it says of each faulty item. */
export function messageInBody(body: Record<string, unknown>): string | undefined {
  const parts = [body["message"], body["error"], body["errors"]]
    .filter((part) => part !== undefined && part !== null && part !== "")
    .map((part) => (typeof part === "string" ? part : JSON.stringify(part)));
  const all = [...parts, ...itemMessages(body["result"]), ...itemMessages(body["data"])];
  return all.length === 0 ? undefined : bounded(all.join(" "));
}

/**
 * `data_error` of a refused create: an object for each faulty item, with a text for each faulty field. No part of the
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
function messageInText(text: string): string | undefined {
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
