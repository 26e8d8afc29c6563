import type { TokenSource } from "../ports/print-service.ts";
import type { Answer } from "./answer.ts";
import { exchange, TIMEOUTS } from "./request.ts";
import type { Call, PrintServiceConfig } from "./request.ts";

/** Calls of one print account. */
export interface Session {
  prefix: string;
  /** For a walk over all pages of the list, in milliseconds. */
  walkMs: number;
  call(call: Omit<Call, "token">): Promise<Answer>;
}

/**
 * Adds the token. A refused token is renewed once and the call repeated: the service did not process it.
 * Errors of the token source pass through; they too come before anything was processed.
 */
export function openSession(config: PrintServiceConfig, tokens: TokenSource, printAccountId: string): Session {
  return {
    prefix: config.prefix,
    walkMs: config.timeouts?.walk ?? TIMEOUTS.walk,
    async call(call) {
      const token = await tokens.current(printAccountId);
      const first = await exchange(config, { ...call, token });
      if (first.kind !== "unauthorized") return first;
      const renewed = await tokens.renew(printAccountId, token);
      return exchange(config, { ...call, token: renewed });
    },
  };
}
