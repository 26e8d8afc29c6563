import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import Bull from "bull";
import { reachFailpoint } from "./failpoints.ts";

/** Follows the answers to deliveries, handed to the system, and the wake-ups that Redis has taken. */
export function watchWebhookResponses(): void {
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (response.statusCode === 200 && /^\/(webhooks|print-events)\//.test(request.url ?? ""))
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
