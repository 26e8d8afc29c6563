import { z } from "zod";
import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import { bodyOrThrow, type Answer } from "./answer.ts";
import { exchange, type Call, type PrintServiceConfig } from "./request.ts";
import { listCall } from "./list-call.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import type { TokenSource } from "../ports/print-service.ts";

const holdsToken = z.object({ access_token: z.string().min(1).max(10_000) });
const tokenAnswer = z.union([
  z.object({ result: holdsToken }).transform(({ result }) => result.access_token),
  z.object({ data: holdsToken }).transform(({ data }) => data.access_token),
  holdsToken.transform((body) => body.access_token),
]);

/**
 * The token in an answer; null: there is none. It is sent as a header: characters that a header cannot carry would fail every later
 * call.
 */
export function findToken(body: Record<string, unknown>): string | null {
  const { data: token } = tokenAnswer.safeParse(body);
  return token !== undefined && isHeaderText(token) ? token : null;
}

export const isHeaderText = (token: string): boolean => /^[\x21-\x7e]+$/.test(token);

/** The call for a token in one of two ways, without its fields. */
export const tokenCall = (method: PrintServiceConfig["tokenMethod"]): Omit<Call, "fields"> => ({
  ...(method === "get" ? { operation: "getTokenByGet", method: "GET" } : { operation: "getToken", method: "POST" }),
  path: "auth/v1/token",
  timeout: "token",
});

/** HTTP statuses of an address or a method that the service does not have. */
export const NOT_FOUND_STATUSES: readonly (number | undefined)[] = [404, 405, 501];

/**
 * Gets a token for credentials (print-service: getToken, or getTokenByGet where configured).
 * @throws UnauthorizedError when the service refuses the credentials, else UnavailableError: also where the address or
 * method does not exist, which says nothing about the credentials
 */
export async function fetchToken(
  config: PrintServiceConfig,
  credentials: { email: string; password: string },
): Promise<string> {
  const response = await exchange(config, {
    ...tokenCall(config.tokenMethod),
    fields: { email: credentials.email, password: credentials.password },
  });
  return tokenOf(response);
}

/** The token of an answer to credentials. @throws as fetchToken */
export function tokenOf(answer: Answer): string {
  if (answer.kind === "rejected") {
    const { httpStatus, providerMessage } = answer;
    if (NOT_FOUND_STATUSES.includes(httpStatus))
      throw new UnavailableError("token: not_there", { httpStatus, providerMessage });
    throw new UnauthorizedError("token: refused", { httpStatus, providerMessage });
  }
  const token = findToken(bodyOrThrow(answer, "token", "unavailable"));
  if (token === null) throw new UnavailableError("token: unexpected_shape");
  return token;
}

/** Lists a day long before any order: a small answer without data. */
const EMPTY_PAGE = listCall({ from: "2000-01-01 00:00:00", to: "2000-01-01 23:59:59", limit: 50, page: 1 });

/** Makes a harmless call (print-service: listOrders) with a token. */
export const callHarmlessly = (config: PrintServiceConfig, token?: string): Promise<Answer> =>
  exchange(config, { ...(config.wire?.harmless ?? EMPTY_PAGE), ...(token === undefined ? {} : { token }) });

/**
 * Makes a harmless call, to tell a refusal of the account from one of a single request.
 * accepted: the service answered; rejected: it refuses the token; unknown: no clear answer.
 */
export async function checkToken(
  config: PrintServiceConfig,
  token: string,
): Promise<"accepted" | "rejected" | "unknown"> {
  const answer = await callHarmlessly(config, token);
  if (answer.kind === "ok" || answer.kind === "rejected") return "accepted";
  return answer.kind === "unauthorized" ? "rejected" : "unknown";
}

/**
 * Finds tokens that have ended at a service that says so with another answer than 401: neither the life of a token nor the
 * error answers are shown. Only evidence counts: the service refuses a harmless call with the token, and accepts it with a new
 * one.
 */
export interface EndedTokens {
  /** The service has accepted a call with the token. */
  accepted(account: PrintAccountId, token: string): void;
  /** Whether that was just now, so that a refusal is about its request. */
  wasJustAccepted(account: PrintAccountId, token: string): boolean;
  /**
   * A new token in place of one that has ended; null where the token has not, or nothing shows that.
   * @throws UnauthorizedError, UnavailableError where the harmless call is refused, and no new token can be had
   */
  replace(account: PrintAccountId, token: string): Promise<string | null>;
}

/** For so long an accepted token is not asked about. */
const ACCEPTED_FOR_MS = 60_000;
/** A service that refuses the harmless call with every token is not asked for a new one sooner. */
const NO_BETTER_FOR_MS = 60 * 60_000;

/** What this process knows of the tokens in use. */
export function createEndedTokens(config: PrintServiceConfig, tokens: TokenSource): EndedTokens {
  const acceptedAt = createMarks(ACCEPTED_FOR_MS);
  const noBetterAt = createMarks(NO_BETTER_FOR_MS);
  return {
    accepted: acceptedAt.set,
    wasJustAccepted: acceptedAt.has,
    async replace(account, token) {
      if (noBetterAt.has(account, token)) return null;
      const answer = await callHarmlessly(config, token);
      if (answer.kind === "ok") acceptedAt.set(account, token);
      if (!isRefusal(answer)) return null;
      const renewed = await tokens.renew(account, token);
      if ((await callHarmlessly(config, renewed)).kind === "ok") return renewed;
      noBetterAt.set(account, renewed);
      return null;
    },
  };
}

/** Whether the service does not accept a request: in its own words, or as a proxy before it does. */
export const isRefusal = (answer: Answer): boolean =>
  answer.kind === "rejected" ||
  answer.kind === "unauthorized" ||
  (answer.kind === "uncertain" && answer.httpStatus !== undefined && Math.floor(answer.httpStatus / 100) === 4);

/** One token of each account, for a time. */
function createMarks(lastsMs: number) {
  const marks = new Map<PrintAccountId, { token: string; until: number }>();
  return {
    set: (account: PrintAccountId, token: string): void =>
      void marks.set(account, { token, until: performance.now() + lastsMs }),
    has(account: PrintAccountId, token: string): boolean {
      const mark = marks.get(account);
      return mark?.token === token && performance.now() < mark.until;
    },
  };
}
