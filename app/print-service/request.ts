import { Agent, request, buildConnector } from "undici";
import { connectionFailureOf, neverSent, readText } from "../ports/transport.ts";
import type { Deadline } from "../ports/clock.ts";
import type { ObserveCall } from "../ports/observe.ts";
import { classifyAnswer, TOO_MANY_REQUESTS, type Answer } from "./answer.ts";

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
  | "registerOrderStatusWebhook";

export interface Call {
  operation: ServiceOperation;
  method: "GET" | "POST";
  /** Below `/cdn/api/`. */
  path: string;
  /** Parameters of a GET, body of a POST. */
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

/** One HTTP exchange with the service. Never throws, never repeats, never follows a redirect. */
export async function exchange(config: PrintServiceConfig, call: Call): Promise<Answer> {
  if (call.deadline?.isOver()) return { kind: "not_processed", reason: "aborted" };
  const startedAt = performance.now();
  const answer = await send(config, call);
  const ms = performance.now() - startedAt;
  const { operation } = call;
  const isWrite = WRITES.includes(operation);
  config.observe?.({ system: "print_service", operation, isWrite, result: resultOf(answer), ms });
  return answer;
}

const WRITES: readonly ServiceOperation[] = ["createOrder", "registerTrackingWebhook", "registerOrderStatusWebhook"];

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
    return classifyAnswer({ httpStatus: answer.statusCode, headers: answer.headers, text });
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
  const url = `${config.baseUrl.replace(/\/+$/, "")}/cdn/api/${call.path}`;
  if (call.method === "POST" || config.getParams === "body") return { url, body: JSON.stringify(call.fields) };
  const query = new URLSearchParams(Object.entries(call.fields).map(([name, value]) => [name, String(value)]));
  return { url: `${url}?${query}`, body: undefined };
}

function headers(config: PrintServiceConfig, token: string | undefined, hasBody: boolean): Record<string, string> {
  return {
    accept: "application/json",
    ...(hasBody ? { "content-type": "application/json" } : {}),
    ...(token === undefined ? {} : { [`${config.prefix.toUpperCase()}-ACCESS-TOKEN`]: token }),
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
