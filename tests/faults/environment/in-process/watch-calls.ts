import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { Point } from "../failpoints.ts";
import { passed } from "./failpoints.ts";

interface Steps {
  sent: Point;
  answered: Point;
}

const CREATE: Steps = { sent: "create sent", answered: "create answered" };
const FULFIL: Steps = { sent: "fulfillment sent", answered: "fulfillment answered" };

interface Sent {
  method: string;
  path: string;
}

/** Undici tells a request of `fetch` without its body: what it is about is known where it begins. */
const about = new AsyncLocalStorage<Steps>();
const followed = new WeakMap<object, Steps>();

/** Follows the writes to the print service and to Shopify: the whole request handed to the system, the whole answer there. */
export function watchCalls(): void {
  const fetch = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    isFulfillment(init?.body) ? about.run(FULFIL, () => fetch(input, init)) : fetch(input, init);
  subscribe("undici:request:create", (message) => {
    const request = (message as { request: Sent }).request;
    const steps = request.method === "POST" && request.path.endsWith("/orders/v1/create") ? CREATE : about.getStore();
    if (steps) followed.set(request, steps);
  });
  subscribe("undici:request:bodySent", (message) => announce(message, "sent"));
  subscribe("undici:request:trailers", (message) => announce(message, "answered"));
}

function announce(message: unknown, step: keyof Steps): void {
  const steps = followed.get((message as { request: object }).request);
  if (steps) passed(steps[step]);
}

const isFulfillment = (body: unknown): boolean => typeof body === "string" && body.includes("fulfillmentCreate(");
