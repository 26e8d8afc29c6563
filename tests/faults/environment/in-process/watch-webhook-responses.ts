import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import Bull from "bull";
import { reachFailpoint } from "./failpoints.ts";

/** Express takes the path of a router away from `url` while the router handles a request. */
type RoutedRequest = IncomingMessage & { originalUrl?: string };

/** Follows the answers to deliveries, handed to the system, and the wake-ups that Redis has taken. */
export function watchWebhookResponses(): void {
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: RoutedRequest; response: ServerResponse };
    if (response.statusCode === 200 && /^\/(webhooks|print-events)\//.test(request.originalUrl ?? ""))
      reachFailpoint("delivery answered");
  });
  const queue = Bull.prototype as { add(...args: unknown[]): Promise<unknown> };
  const originalAdd = queue.add;
  queue.add = async function (...args) {
    const job = await originalAdd.apply(this, args);
    reachFailpoint("wake enqueued");
    return job;
  };
}
