import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { TokenSource } from "../ports/print-service.ts";
import type { Answer } from "./answer.ts";
import { exchange, fieldPrefix, TIMEOUTS, type Call, type PrintServiceConfig } from "./request.ts";
import { checkToken, isRefusal, type EndedTokens } from "./token.ts";
import type { PrintAccountId } from "../ports/ids.ts";

/** Calls of one print account. */
export interface Session {
  prefix: string;
  /** For a scan of all pages of the list, in milliseconds. */
  listScanMs: number;
  /** A token that is refused, or has ended, is renewed once and the call repeated. */
  call(call: Omit<Call, "token">): Promise<Answer>;
}

/** A session for calls that must not be made twice. */
export interface CreateSession extends Session {
  /** Reads the token of the next `callOnce`. */
  prepareCallOnce(): Promise<void>;
  /** Never repeated: what the service did before it refused a token is not known. */
  callOnce(call: Omit<Call, "token">): Promise<Answer>;
}

/** Adds the token. Errors of the token source pass through: nothing was sent yet. */
export function openSession(
  config: PrintServiceConfig,
  { tokens, endedTokens }: { tokens: TokenSource; endedTokens: EndedTokens },
  printAccountId: PrintAccountId,
): CreateSession {
  let prepared: Promise<string> | null = null;
  return {
    prefix: fieldPrefix(config),
    listScanMs: config.timeouts?.listScan ?? TIMEOUTS.listScan,
    async call(call) {
      const token = await tokens.current(printAccountId);
      const first = await exchange(config, { ...call, token });
      if (first.kind === "ok") endedTokens.accepted(printAccountId, token);
      if (!isRefusal(first)) return first;
      const renewed = await renewRefused(first, token);
      return renewed === null ? first : exchange(config, { ...call, token: renewed });
    },
    async prepareCallOnce() {
      prepared = tokens.current(printAccountId);
      await prepared;
    },
    async callOnce(call) {
      const reading = prepared ?? tokens.current(printAccountId);
      prepared = null;
      const token = await reading;
      const answer = await exchange(config, { ...call, token });
      if (answer.kind === "unauthorized") return diagnoseUnauthorized(answer, token);
      return answer.kind === "rejected" ? diagnoseRejected(answer, token) : answer;
    },
  };

  /** null: the read is refused, not its token. */
  async function renewRefused(answer: Answer, token: string): Promise<string | null> {
    if (answer.kind === "unauthorized") return tokens.renew(printAccountId, token);
    return endedTokens.wasJustAccepted(printAccountId, token) ? null : endedTokens.replace(printAccountId, token);
  }

  /**
   * A 401 or 403 is the request's own where the account is answered; only the account's own refusal stops the account.
   */
  async function diagnoseUnauthorized(
    answer: Extract<Answer, { kind: "unauthorized" }>,
    token: string,
  ): Promise<Answer> {
    const { httpStatus, providerMessage, status } = answer;
    const rejectionMessage = providerMessage ?? `status ${status}`;
    const check = await checkToken(config, token);
    if (check === "accepted")
      return { kind: "rejected", httpStatus, providerMessage: rejectionMessage, maybeTransient: status === 401 };
    const retryLater = { kind: "not_processed", reason: "unauthorized", httpStatus, providerMessage } as const;
    if (check === "unknown") return retryLater;
    // Without a new token the answer to the create stays what it is: the service may have made the order all the same, so
    // that the next attempt has to ask first.
    const renewed = await renewToken(token);
    if (renewed === "account_refused") return answer;
    if (renewed === "unavailable" || (await checkToken(config, renewed.token)) !== "rejected") return retryLater;
    await tokens.markRejected(printAccountId, renewed.token);
    return answer;
  }

  /** The rejection of an order, unless the token has ended: any order would be rejected so. */
  async function diagnoseRejected(answer: Extract<Answer, { kind: "rejected" }>, token: string): Promise<Answer> {
    const { httpStatus, providerMessage } = answer;
    const renewed = await orFailure(endedTokens.replace(printAccountId, token));
    if (renewed === null) return answer;
    if (renewed === "account_refused") return { kind: "unauthorized", httpStatus, status: 401, providerMessage };
    // As after a 401: the next attempt asks first whether the service has made the order.
    return { kind: "not_processed", reason: "unauthorized", httpStatus, providerMessage };
  }

  function renewToken(refused: string): Promise<{ token: string } | NoToken> {
    return orFailure(tokens.renew(printAccountId, refused).then((token) => ({ token })));
  }
}

/** Why no new token can be had. */
type NoToken = "account_refused" | "unavailable";

async function orFailure<T>(renewal: Promise<T>): Promise<T | NoToken> {
  try {
    return await renewal;
  } catch (error) {
    if (error instanceof UnauthorizedError) return "account_refused";
    if (error instanceof UnavailableError) return "unavailable";
    throw error;
  }
}
