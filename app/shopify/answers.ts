import { z } from "zod";
import { Rejected, Unauthorized, Unavailable, Uncertain, type ForeignError } from "../ports/errors.ts";

export type OperationKind = "query" | "mutation";

const graphqlError = z.object({
  message: z.string().catch(""),
  path: z
    .array(z.union([z.string(), z.number()]))
    .nullish()
    .catch(null),
  extensions: z
    .object({ code: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});
const cost = z.object({
  requestedQueryCost: z.number(),
  throttleStatus: z.object({ currentlyAvailable: z.number(), restoreRate: z.number().positive() }),
});
const envelope = z.object({
  data: z.record(z.string(), z.unknown()).nullish(),
  errors: z.array(graphqlError).nullish(),
  extensions: z
    .object({ cost: cost.nullish().catch(null) })
    .nullish()
    .catch(null),
});
type Envelope = z.infer<typeof envelope>;
type GraphqlError = z.infer<typeof graphqlError>;

/** Codes under which Shopify broke off: a mutation may have taken effect. */
const BROKEN_OFF = ["INTERNAL_SERVER_ERROR", "TIMEOUT"];
/** Failures of the connection before a byte of the request was sent. */
const NOT_SENT = ["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"];

/** A read that failed changed nothing; a mutation with an unclear outcome has to be looked at first. */
function unclear(
  kind: OperationKind,
  message: string,
  init: { httpStatus?: number; cause?: unknown } = {},
): ForeignError {
  return kind === "mutation" ? new Uncertain(message, init) : new Unavailable(message, init);
}

/** The error for a request without an answer. */
export function withoutAnswer(kind: OperationKind, cause: unknown): ForeignError {
  return notSent(cause)
    ? new Unavailable("Shopify cannot be reached", { cause })
    : unclear(kind, "Shopify gave no whole answer", { cause });
}

function notSent(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if ("code" in at && NOT_SENT.includes(String(at.code))) return true;
  }
  return false;
}

/** The error for an HTTP status other than 200, or null. 401 means that the token was refused and nothing was done. */
export function statusError(kind: OperationKind, httpStatus: number, retryAfter: string | null): ForeignError | null {
  if (httpStatus === 200) return null;
  if (httpStatus === 401) return new Unauthorized("Shopify refuses the token", { httpStatus });
  if (httpStatus === 429)
    return new Unavailable("Shopify asks to slow down", { httpStatus, retryAfterMs: secondsToMs(retryAfter) });
  // shopify: 402 frozen shop, 403 app or shop not allowed, 404 shop gone, 423 locked: none of them processes a request.
  if (httpStatus === 403 || httpStatus === 404)
    return new Unauthorized("Shopify denies access to the shop", { httpStatus });
  if (httpStatus === 402 || httpStatus === 423) return new Unavailable("the shop is frozen or locked", { httpStatus });
  return unclear(kind, `Shopify answered with HTTP ${httpStatus}`, { httpStatus });
}

/**
 * The data of a GraphQL answer. `mayBeDenied`: fields that are null, and no error, where the shop or the app's scopes deny them.
 * @throws Rejected, Unavailable, Uncertain
 */
export function readAnswer(kind: OperationKind, text: string, mayBeDenied: readonly string[]): Record<string, unknown> {
  const body = parseEnvelope(kind, text);
  const errors = (body.errors ?? []).filter((error) => !tolerated(error, mayBeDenied));
  const first = errors[0];
  if (first) throw graphqlFailure(kind, body, errors, first);
  if (!body.data) throw unclear(kind, "Shopify answered without data");
  return body.data;
}

function parseEnvelope(kind: OperationKind, text: string): Envelope {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    // The cause would quote the body.
    throw unclear(kind, "Shopify's answer is not GraphQL");
  }
}

function tolerated(error: GraphqlError, mayBeDenied: readonly string[]): boolean {
  if (error.extensions?.code !== "ACCESS_DENIED") return false;
  return (error.path ?? []).some((part) => typeof part === "string" && mayBeDenied.includes(part));
}

function graphqlFailure(
  kind: OperationKind,
  body: Envelope,
  errors: GraphqlError[],
  first: GraphqlError,
): ForeignError {
  const codes = errors.map((error) => error.extensions?.code ?? "");
  if (codes.includes("THROTTLED")) {
    return new Unavailable("Shopify asks to slow down", { httpStatus: 200, retryAfterMs: throttledFor(body) });
  }
  const broken = codes.find((code) => BROKEN_OFF.includes(code));
  if (broken) return unclear(kind, `Shopify broke off (${broken})`, { httpStatus: 200 });
  const words = errors.map((error) => error.message).join("; ");
  return new Rejected(`Shopify refused (${first.extensions?.code ?? "no code"})`, { httpStatus: 200, words });
}

/** How long the bucket needs to hold what the operation costs (shopify: extensions.cost.throttleStatus). */
function throttledFor(body: Envelope): number {
  const known = body.extensions?.cost;
  if (!known) return 1000;
  const missing = known.requestedQueryCost - known.throttleStatus.currentlyAvailable;
  return Math.max(100, Math.ceil((missing / known.throttleStatus.restoreRate) * 1000));
}

/** Retry-After in seconds (shopify: REST and GraphQL alike). */
function secondsToMs(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}
