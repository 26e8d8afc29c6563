import { UnauthorizedError, UnavailableError } from "../ports/errors.ts";
import type { TokenSource } from "../ports/print-service.ts";
import type { Answer } from "./answer.ts";
import { exchange, fieldPrefix, TIMEOUTS } from "./request.ts";
import type { Call, PrintServiceConfig } from "./request.ts";
import { checkToken } from "./check-token.ts";
import type { PrintAccountId } from "../ports/ids.ts";

/** Calls of one print account. */
export interface Session {
  prefix: string;
  /** For a scan of all pages of the list, in milliseconds. */
  listScanMs: number;
  /** A refused token is renewed once and the call repeated. */
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
  tokens: TokenSource,
  printAccountId: PrintAccountId,
): CreateSession {
  let prepared: Promise<string> | null = null;
  return {
    prefix: fieldPrefix(config),
    listScanMs: config.timeouts?.listScan ?? TIMEOUTS.listScan,
    async call(call) {
      const token = await tokens.current(printAccountId);
      const first = await exchange(config, { ...call, token });
      if (first.kind !== "unauthorized") return first;
      const renewed = await tokens.renew(printAccountId, token);
      return exchange(config, { ...call, token: renewed });
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
      return answer.kind === "unauthorized" ? diagnoseUnauthorized(answer, token) : answer;
    },
  };

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

  async function renewToken(refused: string): Promise<{ token: string } | "account_refused" | "unavailable"> {
    try {
      return { token: await tokens.renew(printAccountId, refused) };
    } catch (error) {
      if (error instanceof UnauthorizedError) return "account_refused";
      if (error instanceof UnavailableError) return "unavailable";
      throw error;
    }
  }
}
