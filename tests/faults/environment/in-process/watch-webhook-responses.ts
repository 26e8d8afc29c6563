import { subscribe } from "node:diagnostics_channel";
import type { IncomingMessage, ServerResponse } from "node:http";
import Bull from "bull";
import { passed } from "./failpoints.ts";

/** Follows the answers to deliveries, handed to the system, and the wake-ups that Redis has taken. */
export function watchDoors(): void {
  subscribe("http.server.response.finish", (message) => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    if (response.statusCode === 200 && /^\/(webhooks|print-events)\//.test(request.url ?? ""))
      passed("delivery answered");
  });
  const queue = Bull.prototype as { add(...given: unknown[]): Promise<unknown> };
  const own = queue.add;
  queue.add = async function (...given) {
    const job = await own.apply(this, given);
    passed("wake enqueued");
    return job;
  };
}
