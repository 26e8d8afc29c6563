import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { ApiError, errorResponse } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import { accountOfToken } from "./auth.ts";
import { handleControl } from "./control.ts";
import * as version1 from "./endpoints.ts";
import { sendFaultyResponse, isProcessedFirst } from "./faults.ts";
import type { Endpoint } from "./faults.ts";
import type { Settings } from "./options.ts";
import { createNotices } from "./page/notices.ts";
import type { Notices } from "./page/notices.ts";
import type { Parts } from "./page/parts.ts";
import { answerPage } from "./page/routes.ts";
import { createRateLimit } from "./rate-limit.ts";
import { recordCreateCall } from "./record-create-calls.ts";
import { parseJson, readBody } from "./http-body.ts";
import type { Store } from "./store.ts";
import { accountOfRequest } from "./v3/account.ts";
import * as version3 from "./v3/endpoints.ts";
import { settlePayment } from "./v3/payments.ts";

/** One version of the interface. */
interface Wire {
  endpointOf(method: string, path: string): Endpoint | undefined;
  handleEndpoint: typeof version1.handleEndpoint;
  /** undefined: no token that the service ever gave out. */
  accountOf(store: Store, settings: Settings, request: IncomingMessage): string | undefined;
  refusal(settings: Settings, error: ApiError): JsonResponse;
  refusalBody(settings: Settings, status: number, message: string): Record<string, unknown>;
}

const WIRES: Record<"v1" | "v3", Wire> = {
  v1: {
    ...version1,
    accountOf: accountOfToken,
    refusal: errorResponse,
    refusalBody: (_, status, message) => ({ status, message }),
  },
  v3: { ...version3, accountOf: accountOfRequest },
};

/**
 * Answers requests to the service's endpoints, to the sandbox's controls, and for the pages. `signal` ends what waits.
 */
export function requestListener(parts: Parts, signal: AbortSignal): RequestListener {
  const notices = createNotices();
  const { settings } = parts;
  const rooms = {
    v1: createRateLimit(settings.clock, () => settings.rateLimit),
    v3: createRateLimit(settings.clock, () => settings.version3.rateLimit),
  };
  return (request, response) => {
    handleRequest({ ...parts, rooms }, notices, request, response, signal).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      const { refusal } = WIRES[request.url?.startsWith("/v3/") ? "v3" : "v1"];
      if (error instanceof ApiError) send(response, refusal(settings, error));
      else send(response, { httpStatus: 500, body: { status: 500, message: String(error) } });
    });
  };
}

async function handleRequest(
  parts: Parts & { rooms: Record<"v1" | "v3", (account: string) => boolean> },
  notices: Notices,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { store, settings, faults } = parts;
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const method = request.method ?? "GET";
  const raw = await readBody(request);
  if (settings.interfaces.includes("v3")) for (const order of store.orders) settlePayment(order, settings.clock.now());
  if (url.pathname.startsWith("/_sandbox/")) {
    return send(response, handleControl(parts, method, url.pathname, parseJson(raw)));
  }
  if (await answerPage(parts, notices, request, url, raw, response)) return;
  const version = settings.interfaces.find((one) => WIRES[one].endpointOf(method, url.pathname) !== undefined);
  const wire = WIRES[version ?? "v1"];
  const endpoint = wire.endpointOf(method, url.pathname);
  if (!version || !endpoint) throw new ApiError(404, "no such endpoint");
  store.calls[endpoint] = (store.calls[endpoint] ?? 0) + 1;
  if (endpoint === "create") recordCreateCall(store, settings, raw, response);
  const account = wire.accountOf(store, settings, request);
  if (account && !parts.rooms[version](account)) throw new ApiError(429, "Too many requests");
  const fault = faults.take(endpoint, account, referenceIn(store, settings, url, raw));
  if (fault?.effect === "late") await wait(fault.ms, undefined, { signal });
  const answer =
    fault && !isProcessedFirst(fault)
      ? { httpStatus: 200, body: {} }
      : responseOf(wire, settings, () => wire.handleEndpoint(endpoint, parts, request, url, raw));
  const refusal = (status: number, message: string) => wire.refusalBody(settings, status, message);
  if (fault) await sendFaultyResponse(fault, answer, refusal, response, signal);
  else send(response, answer);
}

/** The client's id of the order that a request names, by it or by the service's, in its query or its body. */
function referenceIn(store: Store, { prefix }: Settings, url: URL, raw: string): string | undefined {
  const inBody = new RegExp(`"(?:order_id|order_name|${prefix}_order_id)"\\s*:\\s*"([^"]*)"`).exec(raw)?.[1];
  const inQuery = ["order_id", "order_name", `${prefix}_order_id`].flatMap((name) => url.searchParams.get(name) ?? []);
  const id = inQuery[0] ?? inBody;
  return store.orders.find(({ serviceId }) => serviceId === id)?.reference ?? id;
}

/** Faults apply to error answers, too. */
function responseOf({ refusal }: Wire, settings: Settings, produce: () => JsonResponse): JsonResponse {
  try {
    return produce();
  } catch (error) {
    if (error instanceof ApiError) return refusal(settings, error);
    throw error;
  }
}

function send(response: ServerResponse, { httpStatus, body, text, headers }: JsonResponse): void {
  const type = text?.type ?? "application/json";
  response.writeHead(httpStatus, { "Content-Type": type, ...headers }).end(text?.content ?? JSON.stringify(body));
}
