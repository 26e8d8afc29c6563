import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { ApiError, errorResponse } from "./responses.ts";
import type { JsonResponse } from "./responses.ts";
import { accountOfToken } from "./auth.ts";
import { handleControl } from "./control.ts";
import { endpointOf, handleEndpoint } from "./endpoints.ts";
import { sendFaultyResponse, isProcessedFirst } from "./faults.ts";
import type { Settings } from "./options.ts";
import { createNotices } from "./page/notices.ts";
import type { Notices } from "./page/notices.ts";
import type { Parts } from "./page/parts.ts";
import { answerPage } from "./page/routes.ts";
import { createRateLimit } from "./rate-limit.ts";
import { recordCreateCall } from "./record-create-calls.ts";
import { parseJson, readBody } from "./http-body.ts";

/**
 * Answers requests to the service's endpoints, to the sandbox's controls, and for the pages. `signal` ends what waits.
 */
export function requestListener(parts: Parts, signal: AbortSignal): RequestListener {
  const notices = createNotices();
  const hasRoom = createRateLimit(parts.settings);
  return (request, response) => {
    handleRequest({ ...parts, hasRoom }, notices, request, response, signal).catch((error: unknown) => {
      if (response.headersSent || response.destroyed) return;
      if (error instanceof ApiError) send(response, errorResponse(parts.settings, error));
      else send(response, { httpStatus: 500, body: { status: 500, message: String(error) } });
    });
  };
}

async function handleRequest(
  parts: Parts & { hasRoom(account: string): boolean },
  notices: Notices,
  request: IncomingMessage,
  response: ServerResponse,
  signal: AbortSignal,
): Promise<void> {
  const { store, settings, faults } = parts;
  const url = new URL(request.url ?? "/", "http://127.0.0.1");
  const method = request.method ?? "GET";
  const raw = await readBody(request);
  if (url.pathname.startsWith("/_sandbox/")) {
    return send(response, handleControl(parts, method, url.pathname, parseJson(raw)));
  }
  if (await answerPage(parts, notices, request, url, raw, response)) return;
  const endpoint = endpointOf(method, url.pathname);
  if (!endpoint) throw new ApiError(404, "no such endpoint");
  store.calls[endpoint] = (store.calls[endpoint] ?? 0) + 1;
  if (endpoint === "create") recordCreateCall(store, settings, raw, response);
  const account = accountOfToken(store, settings, request);
  if (account && !parts.hasRoom(account)) throw new ApiError(429, "Too many requests");
  const fault = faults.take(endpoint, account, orderIdIn(url, raw));
  if (fault?.effect === "late") await wait(fault.ms, undefined, { signal });
  const answer =
    fault && !isProcessedFirst(fault)
      ? { httpStatus: 200, body: {} }
      : responseOf(settings, () => handleEndpoint(endpoint, parts, request, url, raw));
  if (fault) await sendFaultyResponse(fault, answer, response, signal);
  else send(response, answer);
}

/** The client's order id that a request names, in its query or its body. */
function orderIdIn(url: URL, raw: string): string | undefined {
  const inBody = /"order_id"\s*:\s*"([^"]*)"/.exec(raw)?.[1];
  return url.searchParams.get("order_id") ?? inBody;
}

/** Faults apply to error answers, too. */
function responseOf(settings: Settings, produce: () => JsonResponse): JsonResponse {
  try {
    return produce();
  } catch (error) {
    if (error instanceof ApiError) return errorResponse(settings, error);
    throw error;
  }
}

function send(response: ServerResponse, { httpStatus, body, text }: JsonResponse): void {
  const type = text?.type ?? "application/json";
  response.writeHead(httpStatus, { "Content-Type": type }).end(text?.content ?? JSON.stringify(body));
}
