import { Agent, request, buildConnector } from "undici";
import { connectionFailureOf, neverSent, readText } from "../ports/transport.ts";
import type { Deadline } from "../ports/clock.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { classifyAnswer, readStatus, TOO_MANY_REQUESTS, type Answer, type Body } from "./answer.ts";

/** Where the service is, and what the interface leaves open. */
export interface PrintServiceConfig {
  /** `{base_url}`, with or without a trailing slash. */
  baseUrl: string;
  /** Names the token header and the id fields, e.g. `svc`. */
  prefix: string;
  tokenMethod: "post" | "get";
  getParams: "query" | "body";
  timeouts?: Partial<Timeouts>;
  observe?: ObserveCall;
  /** How a version of the interface is spoken; version 1 without it. */
  wire?: Wire;
}

/** What differs between the versions of the interface in one exchange. */
export interface Wire {
  /** Between the base address and the path of a call. */
  path: string;
  /** Headers with the token. */
  authorize(token: string): Record<string, string>;
  /** Whether the parameters of a GET come as its body. */
  paramsInBody(): boolean;
  /** What the body says of the outcome, as an HTTP status; null: nothing. */
  readStatus(body: Body, httpStatus: number): number | null;
  /** Lists a day long before any order: a small answer without data. */
  harmless: Omit<Call, "token">;
  /** Makes a call by one exchange, or several where the first shows that another way is needed; or none. */
  around(call: Call, send: (call: Call) => Promise<Answer>): Promise<Answer>;
}

/** Milliseconds for a whole exchange. */
interface Timeouts {
  create: number;
  read: number;
  token: number;
  /** A scan of all pages of the list. */
  listScan: number;
}

/** operationIds of docs/print-service.openapi.yaml. */
type ServiceOperation =
  | "getToken"
  | "getTokenByGet"
  | "createOrder"
  | "testPrice"
  | "listOrders"
  | "getOrder"
  | "registerTrackingWebhook"
  | "registerOrderStatusWebhook"
  | V3Operation;

/** Calls that version 3 has besides (app/print-service/v3). */
type V3Operation =
  | "refreshToken"
  | "payOrder"
  | "cancelOrder"
  | "deleteOrder"
  | "listProducts"
  | "getProduct"
  | "listSkus"
  | "listShippingServices"
  | "listTransactions"
  | "listPaidOrders"
  | "listWebhooks"
  | "createWebhook"
  | "updateWebhook"
  | "deleteWebhook";

export interface Call {
  operation: ServiceOperation;
  method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below the path of the interface's version. */
  path: string;
  /** Parameters of a GET, body of the others. */
  fields: Record<string, unknown>;
  timeout: "create" | "read" | "token";
  token?: string;
  /** Nothing is sent after it. */
  deadline?: Deadline;
  maxBytes?: number;
}

/** The prefix as names of fields have it: lower-case, as the header's is upper-case (print-service: SyncedOrder). */
export const fieldPrefix = ({ prefix }: PrintServiceConfig): string => prefix.toLowerCase();

export const TIMEOUTS: Timeouts = { create: 30_000, read: 20_000, token: 15_000, listScan: 5 * 60_000 };
const MAX_BYTES = 1_000_000;

/** One call of the service. Never throws, and never follows a redirect. */
export function exchange(config: PrintServiceConfig, call: Call): Promise<Answer> {
  const once = (one: Call) => exchangeOnce(config, one);
  return config.wire ? config.wire.around(call, once) : once(call);
}

/** One HTTP exchange. */
async function exchangeOnce(config: PrintServiceConfig, call: Call): Promise<Answer> {
  if (call.deadline?.isOver()) return { kind: "not_processed", reason: "aborted" };
  const startedAt = performance.now();
  const answer = await send(config, call);
  const ms = performance.now() - startedAt;
  const { operation } = call;
  const isWrite = WRITES.includes(operation);
  config.observe?.({ system: "print_service", operation, isWrite, result: resultOf(answer), ms });
  return answer;
}

const WRITES: readonly ServiceOperation[] = [
  ...["createOrder", "registerTrackingWebhook", "registerOrderStatusWebhook", "payOrder", "cancelOrder"],
  ...["deleteOrder", "createWebhook", "updateWebhook", "deleteWebhook"],
] as ServiceOperation[];

/**
 * The class of the answer; a rate limit, and what is wrong with a connection, are told from a service that is away. `timeout`: no
 * connection in time, nothing was sent. `no_answer`: it was sent, and no whole answer came in time. `uncertain`: an unclear answer.
 */
function resultOf(answer: Answer): string {
  if (answer.kind === "uncertain") return answer.httpStatus === undefined ? "no_answer" : answer.kind;
  if (answer.kind !== "not_processed") return answer.kind;
  return answer.reason === TOO_MANY_REQUESTS ? answer.reason : (answer.connectionFailure ?? answer.kind);
}

async function send(config: PrintServiceConfig, call: Call): Promise<Answer> {
  const limit = AbortSignal.timeout({ ...TIMEOUTS, ...config.timeouts }[call.timeout]);
  const signal = call.deadline ? AbortSignal.any([call.deadline.signal, limit]) : limit;
  const dispatcher = call.deadline && new Agent({ connect: connectBefore(call.deadline) });
  try {
    const { url, body } = target(config, call);
    const answer = await request(url, {
      method: call.method,
      headers: headers(config, call.token, body !== undefined),
      body,
      signal,
      dispatcher,
      // No keep-alive: a kept connection that the service closes would make the outcome uncertain.
      reset: true,
    });
    const text = await readText(answer.body, call.maxBytes ?? MAX_BYTES);
    if (text === null) return { kind: "uncertain", reason: "too_large", httpStatus: answer.statusCode };
    const raw = { httpStatus: answer.statusCode, headers: answer.headers, text };
    return classifyAnswer(raw, config.wire?.readStatus ?? readStatus);
  } catch (cause) {
    const connectionFailure = connectionFailureOf(cause);
    if (neverSent(cause))
      return { kind: "not_processed", reason: connectionFailure ?? "not_reachable", connectionFailure, cause };
    return { kind: "uncertain", reason: reasonOf(limit, call.deadline?.signal), connectionFailure, cause };
  } finally {
    void dispatcher?.destroy();
  }
}

function reasonOf(limit: AbortSignal, caller: AbortSignal | undefined): string {
  if (caller?.aborted) return "aborted";
  return limit.aborted ? "timeout" : "connection_lost";
}

function target(config: PrintServiceConfig, call: Call): { url: string; body: string | undefined } {
  const url = `${config.baseUrl.replace(/\/+$/, "")}/${config.wire?.path ?? "cdn/api/"}${call.path}`;
  const inBody = call.method !== "GET" || (config.wire?.paramsInBody() ?? config.getParams === "body");
  if (inBody) return { url, body: JSON.stringify(call.fields) };
  const query = new URLSearchParams(Object.entries(call.fields).map(([name, value]) => [name, String(value)]));
  return { url: `${url}?${query}`, body: undefined };
}

function headers(config: PrintServiceConfig, token: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...(token === undefined
      ? {}
      : (config.wire?.authorize(token) ?? { [`${config.prefix.toUpperCase()}-ACCESS-TOKEN`]: token })),
  };
}

const CONNECT_TIMEOUT_MS = 10_000;

/** The connection was open too late: nothing was sent. */
class DeadlinePassedError extends Error {
  readonly code = "DEADLINE_PASSED";
}

/**
 * Opens a connection, and destroys it where the deadline has passed meanwhile. The request is written in the same turn,
 * so a process that froze while connecting does not send under a claim that has expired.
 */
export function connectBefore(deadline: Deadline): buildConnector.connector {
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS });
  return (options, done) => {
    connect(options, (...opened) => {
      const [error, socket] = opened;
      if (error || !deadline.isOver()) return done(...opened);
      socket.destroy();
      done(new DeadlinePassedError("The deadline passed while connecting."), null);
    });
  };
}
