import { AsyncLocalStorage } from "node:async_hooks";
import { subscribe } from "node:diagnostics_channel";
import type { Failpoint } from "../failpoints.ts";
import { reachFailpoint } from "./failpoints.ts";

interface CallFailpoints {
  sent: Failpoint;
  answered: Failpoint;
}

const CREATE: CallFailpoints = { sent: "create sent", answered: "create answered" };
const FULFIL: CallFailpoints = { sent: "fulfillment sent", answered: "fulfillment answered" };

/** By the end of the path, of both versions of the interface. */
const PRINT_SERVICE_CALLS: [path: string, steps: CallFailpoints][] = [
  ["/orders/v1/create", CREATE],
  ["/v3/order/create-new-order", CREATE],
  ["/v3/order/paid", { sent: "payment sent", answered: "payment answered" }],
  ["/v3/order/cancel-order-api", { sent: "cancellation sent", answered: "cancellation answered" }],
];

interface SentRequest {
  method: string;
  path: string;
}

/** Undici tells a request of `fetch` without its body: what it is about is known where it begins. */
const currentCall = new AsyncLocalStorage<CallFailpoints>();
const trackedRequests = new WeakMap<object, CallFailpoints>();

/** Follows the writes to the print service and to Shopify: the whole request handed to the system, the whole answer there. */
export function watchCalls(): void {
  const fetch = globalThis.fetch;
  globalThis.fetch = (input, init) =>
    isFulfillment(init?.body) ? currentCall.run(FULFIL, () => fetch(input, init)) : fetch(input, init);
  subscribe("undici:request:create", (message) => {
    const request = (message as { request: SentRequest }).request;
    const written = PRINT_SERVICE_CALLS.find(([path]) => request.method === "POST" && request.path.endsWith(path));
    const steps = written?.[1] ?? currentCall.getStore();
    if (steps) trackedRequests.set(request, steps);
  });
  subscribe("undici:request:bodySent", (message) => announce(message, "sent"));
  subscribe("undici:request:trailers", (message) => announce(message, "answered"));
}

function announce(message: unknown, step: keyof CallFailpoints): void {
  const steps = trackedRequests.get((message as { request: object }).request);
  if (steps) reachFailpoint(steps[step]);
}

const isFulfillment = (body: unknown): boolean => typeof body === "string" && body.includes("fulfillmentCreate(");
