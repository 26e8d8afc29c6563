import { z } from "zod";
import {
  RejectedError,
  UnauthorizedError,
  UnavailableError,
  UncertainError,
  type RemoteError,
} from "../ports/errors.ts";
import { connectionFailureOf, neverSent } from "../ports/transport.ts";
import type { ReportedCost } from "./points-budget.ts";
import type { StoreProblem } from "../ports/shopify.ts";
import { MINUTE_MS } from "../ports/clock.ts";

type OperationKind = "query" | "mutation";

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
  throttleStatus: z.object({
    currentlyAvailable: z.number(),
    maximumAvailable: z.number().positive(),
    restoreRate: z.number().positive(),
  }),
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

/** Codes of an aborted operation: a mutation may have taken effect. */
const ABORTED_CODES = ["INTERNAL_SERVER_ERROR", "TIMEOUT"];

/** A fix of the list takes an operator minutes; until then each request is refused. */
const FORBIDDEN_WAIT_MS = 5 * MINUTE_MS;

/**
 * shopify: 403 is the answer to an address that the app's IP allowlist lacks; the documentation shows no body. A shop may deny the
 * app, too: the token endpoint tells (installation.ts).
 */
export class ForbiddenError extends UnavailableError {
  constructor() {
    super("Shopify forbids the request", { httpStatus: 403, retryAfterMs: FORBIDDEN_WAIT_MS });
    this.name = "UnavailableError";
  }
}

/** shopify: "[API] Non-expiring access tokens are no longer accepted", "This action requires merchant approval for … scope" */
const namesTokenOrScope = (text: string): boolean => /access tokens?|\bscopes?\b/i.test(text);

/** A failed query changed nothing; a mutation may have taken effect. */
function uncertainError(
  kind: OperationKind,
  message: string,
  init: { httpStatus?: number; cause?: unknown } = {},
): RemoteError {
  return kind === "mutation" ? new UncertainError(message, init) : new UnavailableError(message, init);
}

/** The error for a request without an answer. */
export function noAnswerError(kind: OperationKind, cause: unknown): RemoteError {
  return neverSent(cause)
    ? new UnavailableError("Shopify cannot be reached", { connectionFailure: connectionFailureOf(cause), cause })
    : uncertainError(kind, "Shopify gave no whole answer", { cause });
}

interface Answer {
  httpStatus: number;
  retryAfter: string | null;
  text: string;
}

/** The error for an HTTP status other than 200, or null. 401: the token was rejected, and nothing was done. */
export function statusError(kind: OperationKind, { httpStatus, retryAfter, text }: Answer): RemoteError | null {
  if (httpStatus === 200) return null;
  if (httpStatus === 401) return new UnauthorizedError("Shopify refuses the token", { httpStatus });
  if (httpStatus === 429)
    return new UnavailableError("Shopify asks to slow down", { httpStatus, retryAfterMs: secondsToMs(retryAfter) });
  // shopify: 402 frozen shop, 403 not allowed, 404 shop gone, 423 locked: none of them processes a request.
  const unavailable = storeUnavailable(httpStatus, text);
  if (unavailable) return unavailable;
  if (httpStatus === 403 && !namesTokenOrScope(text)) return new ForbiddenError();
  if (httpStatus === 403 || httpStatus === 404)
    return new UnauthorizedError("Shopify denies access to the shop", { httpStatus });
  return uncertainError(kind, `Shopify answered with HTTP ${httpStatus}`, { httpStatus });
}

/**
 * The data of a GraphQL answer. `mayBeDenied`: fields that are null, and no error, where the shop or the app's scopes
 * deny them. `onCost` gets what the answer says of the price, also where it is an error.
 * @throws RejectedError, UnavailableError, UncertainError
 */
export function readAnswer(
  kind: OperationKind,
  text: string,
  mayBeDenied: readonly string[],
  onCost?: (cost: ReportedCost | null) => void,
): Record<string, unknown> {
  const body = parseEnvelope(kind, text);
  onCost?.(body.extensions?.cost ?? null);
  const errors = (body.errors ?? []).filter((error) => !isTolerated(error, mayBeDenied));
  const first = errors[0];
  if (first) throw graphqlFailure(kind, body, errors, first);
  if (!body.data) throw uncertainError(kind, "Shopify answered without data");
  return body.data;
}

function parseEnvelope(kind: OperationKind, text: string): Envelope {
  try {
    return envelope.parse(JSON.parse(text));
  } catch {
    // No cause: it would quote the body.
    throw uncertainError(kind, "Shopify's answer is not GraphQL");
  }
}

function isTolerated(error: GraphqlError, mayBeDenied: readonly string[]): boolean {
  if (error.extensions?.code !== "ACCESS_DENIED") return false;
  return (error.path ?? []).some((part) => typeof part === "string" && mayBeDenied.includes(part));
}

function graphqlFailure(kind: OperationKind, body: Envelope, errors: GraphqlError[], first: GraphqlError): RemoteError {
  const codes = errors.map((error) => error.extensions?.code ?? "");
  if (codes.includes("THROTTLED")) {
    return new UnavailableError("Shopify asks to slow down", { httpStatus: 200, retryAfterMs: throttleDelayMs(body) });
  }
  const inactive = inactiveStore(codes);
  if (inactive) return inactive;
  const abortedCode = codes.find((code) => ABORTED_CODES.includes(code));
  if (abortedCode) return uncertainError(kind, `Shopify broke off (${abortedCode})`, { httpStatus: 200 });
  const providerMessage = errors.map((error) => error.message).join("; ");
  return new RejectedError(`Shopify refused (${first.extensions?.code ?? "no code"})`, {
    httpStatus: 200,
    providerMessage,
  });
}

/** How long the bucket needs to hold what the operation costs (shopify: extensions.cost.throttleStatus). */
function throttleDelayMs(body: Envelope): number {
  const reported = body.extensions?.cost;
  if (!reported) return 1000;
  const missing = reported.requestedQueryCost - reported.throttleStatus.currentlyAvailable;
  return Math.max(100, Math.ceil((missing / reported.throttleStatus.restoreRate) * 1000));
}

/** Retry-After in seconds (shopify: REST and GraphQL alike). */
function secondsToMs(header: string | null): number | undefined {
  const seconds = Number(header ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.round(seconds * 1000) : undefined;
}

interface UserError {
  code?: string | null;
  message: string;
}

/**
 * The result of a mutation. @throws RejectedError with Shopify's messages for userErrors, UncertainError when neither
 * the result nor a userError came.
 */
export function resultOrThrow<K extends string, R extends { userErrors: UserError[] } & { [key in K]?: unknown }>(
  mutation: string,
  payload: R | null | undefined,
  result: K,
): NonNullable<R[K]> {
  const errors = payload?.userErrors ?? [];
  if (errors.length > 0) {
    const codes = errors.map((error) => error.code ?? "no code").join(", ");
    throw new RejectedError(`Shopify refused ${mutation} (${codes})`, {
      providerMessage: errors.map((error) => error.message).join("; "),
    });
  }
  const value = payload?.[result];
  if (value === null || value === undefined) throw new UncertainError(`Shopify answered ${mutation} without a result`);
  return value;
}

/** Shopify answers no app for this store, whatever the token. Nothing was processed. */
export class StoreUnavailableError extends UnavailableError {
  readonly problem: StoreProblem;
  constructor(problem: StoreProblem, httpStatus: number) {
    super("Shopify answers no app for the store", { httpStatus });
    this.name = "UnavailableError";
    this.problem = problem;
  }
}

/**
 * The error for an answer that concerns the store, or null. shopify: 402 frozen, 423 locked. "Unavailable Shop" also comes with 403,
 * which says nothing of the address then.
 */
export function storeUnavailable(httpStatus: number, text: string): StoreUnavailableError | null {
  if (httpStatus === 402) return new StoreUnavailableError("frozen", httpStatus);
  if (httpStatus === 423) return new StoreUnavailableError("locked", httpStatus);
  if (httpStatus === 403 && /unavailable shop/i.test(text))
    return new StoreUnavailableError("shop_unavailable", httpStatus);
  return null;
}

/** The error for GraphQL's codes of a store that is not active, or null. They come with 200 and mean what 402 means. */
function inactiveStore(codes: readonly string[]): StoreUnavailableError | null {
  const isInactive = codes.includes("SHOP_INACTIVE") || codes.includes("SHOP_PENDING_TERMINATION");
  return isInactive ? new StoreUnavailableError("shop_unavailable", 402) : null;
}
