import { UnauthorizedError, RejectedError, RemoteError, UnavailableError } from "../ports/errors.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { readAnswer, statusError, noAnswerError } from "./answers.ts";
import type { CallPoints, ReportedCost } from "./points-budget.ts";
import { readText } from "../ports/transport.ts";

/** Where the client takes a shop's offline token from. */
export interface ShopTokens {
  /**
   * The token in use. @throws UnauthorizedError when the shop has none, UnavailableError when it cannot be renewed now.
   */
  current(shop: string): Promise<string>;
  /** A newer token than `rejected`. Same errors. */
  renew(shop: string, rejected: string): Promise<string>;
}

interface AdminClientOptions {
  /** e.g. 2026-10 */
  apiVersion: string;
  tokens: ShopTokens;
  /** Of one request, answer included. */
  timeoutMs?: number;
  maxBytes?: number;
  observe?: ObserveCall;
  /** Without it, calls are made at once. */
  points?: CallPoints;
  /** Gets X-Shopify-API-Version of each answer. */
  observeVersion?: (header: string | null) => void;
}

interface RunOptions {
  /** Fields that are null, and no error, where the shop or the app's scopes deny them. */
  mayBeDenied?: readonly string[];
  /** Gets X-Shopify-API-Version of this answer. */
  onVersion?: (header: string | null) => void;
}

export interface AdminClient {
  /** One operation; not retried but for one renewal of the token. @throws the errors of app/ports/errors.ts */
  run<R, V>(shop: string, operation: Operation<R, V>, variables: V, options?: RunOptions): Promise<R>;
  /** The same client for one piece of work: it reads a shop's token once, and again only after Shopify rejected it. */
  forOneWork(): AdminClient;
}

/**
 * The only client of the Admin API. Uses the global fetch: the cause of its errors separates "not sent" from
 * "uncertain".
 */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const { apiVersion, tokens, timeoutMs = 20_000, maxBytes = 10 * 1024 * 1024 } = options;
  const limits = { timeoutMs, maxBytes };

  async function post<R, V>(
    shop: string,
    token: string,
    operation: Operation<R, V>,
    variables: V,
    { mayBeDenied = [], onVersion }: RunOptions,
  ) {
    const endCall = await options.points?.admit(shop, operation, variables);
    let cost: ReportedCost | null = null;
    const startedAt = performance.now();
    let remoteRequestId: string | undefined;
    const end = (result: string) => {
      const ms = performance.now() - startedAt;
      const isWrite = operation.kind === "mutation";
      options.observe?.({ system: "shopify", operation: operation.name, isWrite, result, ms, remoteRequestId });
    };
    try {
      const url = `https://${shop}/admin/api/${apiVersion}/graphql.json`;
      const body = { query: operation.text, operationName: operation.name, variables };
      const { answer, text } = await postJson(url, body, limits, { "x-shopify-access-token": token }).catch(
        (cause: unknown) => {
          throw noAnswerError(operation.kind, cause);
        },
      );
      // shopify: X-Request-Id, which Shopify's support asks for.
      remoteRequestId = answer.headers.get("x-request-id") ?? undefined;
      const version = answer.headers.get("x-shopify-api-version");
      options.observeVersion?.(version);
      onVersion?.(version);
      const retryAfter = answer.headers.get("retry-after");
      const failed = statusError(operation.kind, { httpStatus: answer.status, retryAfter, text });
      if (failed) throw failed;
      const data = readAnswer(operation.kind, text, mayBeDenied, (reported) => (cost = reported));
      end("ok");
      // The operation's type was generated from the schema.
      return data as R;
    } catch (error) {
      end(failedResult(error));
      throw error;
    } finally {
      endCall?.(cost);
    }
  }

  return {
    async run(shop, operation, variables, runOptions = {}) {
      const token = await tokens.current(shop);
      try {
        return await post(shop, token, operation, variables, runOptions);
      } catch (error) {
        if (!(error instanceof UnauthorizedError) || error.httpStatus !== 401) throw error;
        return post(shop, await tokens.renew(shop, token), operation, variables, runOptions);
      }
    },
    forOneWork: () => createAdminClient({ ...options, tokens: rememberTokens(tokens) }),
  };
}

/** Asks for the token of each shop once. */
function rememberTokens(tokens: ShopTokens): ShopTokens {
  const known = new Map<string, Promise<string>>();
  const remember = (shop: string, token: Promise<string>): Promise<string> => {
    known.set(shop, token);
    return token;
  };
  return {
    current: (shop) => known.get(shop) ?? remember(shop, tokens.current(shop)),
    renew: (shop, rejected) => remember(shop, tokens.renew(shop, rejected)),
  };
}

/** One named GraphQL operation with the types of its answer and its variables. */
export interface Operation<Result, Variables> {
  name: string;
  kind: "query" | "mutation";
  text: string;
  /** Never present: carries the types. */
  types?: (variables: Variables) => Result;
}

/** Statuses with a meaning of their own (answers.ts). */
const KNOWN_STATUSES = [401, 402, 403, 404, 423];

/** Why a call of the Admin API failed, as a label of metrics. */
function failedResult(error: unknown): string {
  if (!(error instanceof RemoteError)) return "error";
  const { httpStatus } = error;
  // Without an answer: what kept the connection from coming about, or it stood, and no whole answer came.
  if (httpStatus === undefined) return error.connectionFailure ?? "no_answer";
  if (httpStatus !== 200) return statusResult(httpStatus);
  if (error instanceof RejectedError) return "rejected";
  return error instanceof UnavailableError && error.retryAfterMs !== undefined ? "throttled" : "broken_off";
}

/** What an HTTP status says of a call. */
export function statusResult(httpStatus: number): string {
  if (httpStatus === 200) return "ok";
  if (httpStatus === 429) return "throttled";
  if (KNOWN_STATUSES.includes(httpStatus)) return `http_${httpStatus}`;
  return `http_${Math.floor(httpStatus / 100)}xx`;
}

/** One POST of JSON to Shopify, `timeoutMs` with its answer. @throws the error of `fetch`, or of an answer that breaks off or is too large */
export async function postJson(
  url: string,
  body: unknown,
  limits: { timeoutMs: number; maxBytes: number },
  headers: Record<string, string> = {},
): Promise<{ answer: Response; text: string }> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json", ...headers },
    body: JSON.stringify(body),
    redirect: "manual",
    signal: AbortSignal.timeout(limits.timeoutMs),
  });
  const text = await readText(answer.body, limits.maxBytes);
  if (text === null) throw new Error("the answer is too large");
  return { answer, text };
}
