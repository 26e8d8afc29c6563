import { UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import {
  CAPABILITIES,
  type ConnectionCheck,
  type FurtherCalls,
  type Login,
  type PrintService,
  type SignIn,
  type TokenSource,
} from "../../ports/print-service.ts";
import type { Answer } from "../answer.ts";
import { interfaceIsThere, readProblemOf } from "../connection-check.ts";
import { exchange } from "../request.ts";
import { openSession, type CreateSession } from "../session.ts";
import {
  callHarmlessly,
  checkToken,
  createEndedTokens,
  findToken,
  NOT_FOUND_STATUSES,
  tokenOf,
  type EndedTokens,
} from "../token.ts";
import { listProducts, listShippingServices, listSkus, listWebhooks, productDetail, writeWebhook } from "./catalog.ts";
import { calculatePrice, createOrder, listAll, listPage, listTransactions, orderDetail, writeOrder } from "./orders.ts";
import { createWire, newManners, type V3Config } from "./wire.ts";

export type { V3Config } from "./wire.ts";

/**
 * The client of version 3 of the print service's interface. Its documentation shows less than that of version 1: what is not sure is read
 * in every form that was seen, and never relied on.
 */
export function createPrintServiceV3(config: V3Config & { tokens: TokenSource }): PrintService {
  const { tokens } = config;
  const accounts = new Map<PrintAccountId, { config: V3Config; endedTokens: EndedTokens }>();
  const accountOf = (id: PrintAccountId) => {
    const known = accounts.get(id);
    if (known) return known;
    const own = { ...config, wire: createWire(config, newManners(), id) };
    const account = { config: own, endedTokens: createEndedTokens(own, tokens) };
    accounts.set(id, account);
    return account;
  };
  return {
    forAccount(id) {
      const { config: own, endedTokens } = accountOf(id);
      const session = openSession(own, { tokens, endedTokens }, id);
      return {
        capabilities: () => Promise.resolve(CAPABILITIES.v3),
        further: () => Promise.resolve(furtherCalls(session)),
        prepareCreate: () => session.prepareCallOnce(),
        create: (order, deadline) => createOrder(session, order, deadline),
        testPrice: (input) => calculatePrice(session, input),
        list: async (input) => (await listPage(session, input)).orders,
        listAll: (input) => listAll(session, input),
        detail: (input) => orderDetail(session, input),
        listRegistrations: (kind) => listWebhooks(session, kind),
        createRegistration: (kind, input) => writeWebhook(session, "create", kind, input),
        updateRegistration: (kind, input) => writeWebhook(session, "update", kind, input),
      };
    },
  };
}

const furtherCalls = (session: CreateSession): FurtherCalls => ({
  products: (input) => listProducts(session, input),
  product: (code) => productDetail(session, code),
  skus: () => listSkus(session),
  shippingServices: (skus) => listShippingServices(session, skus),
  pay: (id, deadline) => writeOrder(session, "pay", id, deadline),
  cancel: (id, deadline) => writeOrder(session, "cancel", id, deadline),
  remove: (id) => writeOrder(session, "remove", id),
  transactions: (input) => listTransactions(session, "list", input),
  paidOrders: (input) => listTransactions(session, "order-list", input),
  removeRegistration: async (kind, input) => void (await writeWebhook(session, "delete", kind, input)),
});

/** What is asked before an account has a row. */
export function createSignInV3(base: V3Config): SignIn {
  const config = { ...base, wire: createWire(base, newManners(), null) };
  const check: ConnectionCheck = {
    isThere: () => interfaceIsThere(config),
    async diagnoseToken(_, failure) {
      if (failure instanceof UnauthorizedError) return "credentials";
      if (!NOT_FOUND_STATUSES.includes(failure.httpStatus)) return null;
      return (await interfaceIsThere(config)) === false ? "PRINT_SERVICE_URL" : null;
    },
    async diagnoseReading(token, { from, to, reference }) {
      const list = { from, to, limit: 50, page: 1 };
      return (
        (await readProblemOf(config, token, "list", (session) => listPage(session, list))) ??
        (await readProblemOf(config, token, "detail", (session) => orderDetail(session, { reference })))
      );
    },
    async shows(token, reference) {
      const found = { value: false };
      const problem = await readProblemOf(config, token, "detail", async (session) => {
        found.value = (await orderDetail(session, { reference })) !== null;
      });
      if (problem) throw new UnavailableError("detail: unreadable");
      return found.value;
    },
  };
  return {
    check,
    fetchToken: (credentials) => fetchTokenV3(config, credentials),
    refreshToken: (token) => refreshToken(config, token),
    checkToken: (token) => checkToken(config, token),
  };
}

/**
 * A token for email and password (version 3: POST /auth/token). An access token is its own: the service is asked whether it takes it.
 * @throws UnauthorizedError when the service refuses the credentials, else UnavailableError
 */
async function fetchTokenV3(config: V3Config, credentials: Login): Promise<string> {
  if ("accessToken" in credentials) {
    requireAccepted(await callHarmlessly(config, credentials.accessToken));
    return credentials.accessToken;
  }
  const { email, password } = credentials;
  const answer = await exchange(config, { ...TOKEN_CALL, fields: { email, password } });
  return tokenOf(answer);
}

/** A service that refuses the most harmless call refuses the token, unless nothing is at the address. */
function requireAccepted(answer: Answer): void {
  if (answer.kind === "ok") return;
  const { httpStatus, providerMessage } = answer;
  const isMissing = answer.kind === "rejected" && NOT_FOUND_STATUSES.includes(httpStatus);
  if (!isMissing && (answer.kind === "rejected" || answer.kind === "unauthorized"))
    throw new UnauthorizedError("token: refused", { httpStatus, providerMessage });
  throw new UnavailableError("token: not_checked", { ...answer });
}

const TOKEN_CALL = { operation: "getToken", method: "POST", path: "auth/token", timeout: "token" } as const;

/**
 * A newer token (version 3: GET /auth/refresh-token). Whether an access token that was made on the service's site can be renewed so is not
 * known: null where the service gives none, or one that it does not take.
 */
async function refreshToken(config: V3Config, accessToken: string): Promise<string | null> {
  const answer = await exchange(config, {
    ...{ operation: "refreshToken", method: "GET", path: "auth/refresh-token", timeout: "token" },
    fields: { refresh_token: accessToken },
  });
  const token = answer.kind === "ok" ? findToken(answer.body) : null;
  if (token === null || token === accessToken) return null;
  return (await checkToken(config, token)) === "accepted" ? token : null;
}
