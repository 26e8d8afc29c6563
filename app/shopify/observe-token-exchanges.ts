import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { ObserveCall } from "../ports/observe.ts";
import { statusResult } from "./call-result.ts";
import { TOKEN_PATH } from "./token-endpoint.ts";

interface Message {
  request: { path: string };
  response?: { statusCode: number };
}

/**
 * Observes each request to Shopify's token endpoint, until the returned function is called. The SDK exchanges tokens by itself
 * and shows none of its failures: fetch reports every request (undici: docs/api/DiagnosticsChannel).
 */
export function observeTokenExchanges(observe: ObserveCall): () => void {
  const startedAt = new WeakMap<object, number>();
  const end = ({ request, response }: Message) => {
    const since = startedAt.get(request);
    if (since === undefined) return;
    startedAt.delete(request);
    const result = response ? statusResult(response.statusCode) : "no_answer";
    const ms = performance.now() - since;
    observe({ system: "shopify", operation: "accessToken", isWrite: false, result, ms });
  };
  const listeners: Record<string, (message: unknown) => void> = {
    "undici:request:create": (message) => {
      const { request } = message as Message;
      if (request.path === TOKEN_PATH) startedAt.set(request, performance.now());
    },
    "undici:request:headers": (message) => end(message as Message),
    "undici:request:error": (message) => end(message as Message),
  };
  for (const [channel, listener] of Object.entries(listeners)) subscribe(channel, listener);
  return () => {
    for (const [channel, listener] of Object.entries(listeners)) unsubscribe(channel, listener);
  };
}
