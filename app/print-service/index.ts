import { UnauthorizedError } from "../ports/errors.ts";
import {
  CAPABILITIES,
  NO_FURTHER_CALLS,
  type PrintService,
  type SignIn,
  type TokenSource,
} from "../ports/print-service.ts";
import { createOrder } from "./create.ts";
import { orderDetail, listAll, listPage } from "./read-orders.ts";
import { checkToken, createEndedTokens, fetchToken } from "./token.ts";
import { createConnectionCheck } from "./connection-check.ts";
import { testPrice } from "./quote.ts";
import { listRegistrations, writeRegistration } from "./registrations.ts";
import type { PrintServiceConfig } from "./request.ts";
import { openSession } from "./session.ts";

export type { PrintServiceConfig } from "./request.ts";
export { createConnectionCheck } from "./connection-check.ts";
export { fetchToken } from "./token.ts";
export { parsePrintServiceWebhook } from "./webhook-payloads.ts";
export { writeWebhook } from "./webhook-payloads.ts";

/** The client of the print service: docs/print-service.openapi.yaml, in the domain's words. */
export function createPrintService(config: PrintServiceConfig & { tokens: TokenSource }): PrintService {
  const { tokens } = config;
  const endedTokens = createEndedTokens(config, tokens);
  return {
    forAccount(printAccountId) {
      const session = openSession(config, { tokens, endedTokens }, printAccountId);
      return {
        capabilities: () => Promise.resolve(CAPABILITIES.v1),
        further: () => Promise.resolve(NO_FURTHER_CALLS),
        prepareCreate: () => session.prepareCallOnce(),
        create: (order, deadline) => createOrder(session, order, deadline),
        testPrice: (input) => testPrice(session, input),
        list: async (input) => (await listPage(session, input)).orders,
        listAll: (input) => listAll(session, input),
        detail: (input) => orderDetail(session, input),
        listRegistrations: (kind, endpoint) => listRegistrations(session, kind, endpoint),
        createRegistration: (kind, input) => writeRegistration(session, "create", kind, input),
        updateRegistration: (kind, input) => writeRegistration(session, "update", kind, input),
      };
    },
  };
}

/** What is asked before an account has a row. An access token alone does not sign in to version 1. */
export const createSignIn = (config: PrintServiceConfig): SignIn => ({
  fetchToken: (credentials) =>
    "accessToken" in credentials
      ? Promise.reject(new UnauthorizedError("token: not of version 1"))
      : fetchToken(config, credentials),
  refreshToken: () => Promise.resolve(null),
  check: createConnectionCheck(config),
  checkToken: (token) => checkToken(config, token),
});
