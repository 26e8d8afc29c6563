import { AsyncLocalStorage } from "node:async_hooks";
import type { Log, EndedCall } from "../ports/observe.ts";

const storage = new AsyncLocalStorage<Record<string, unknown>>();

/**
 * Each line that is logged within `work`, and by what `work` begins, carries these fields: ids of the request, the webhook, the
 * job and its row. Fields of an outer context do not count: a run may begin where another one ends.
 */
export const withLogContext = <T>(fields: Readonly<Record<string, unknown>>, work: () => T): T =>
  storage.run({ ...fields }, work);

/** An id that becomes known on the way. */
export function addLogContext(fields: Readonly<Record<string, unknown>>): void {
  const context = storage.getStore();
  if (context) Object.assign(context, fields);
}

export const logContext = (): Readonly<Record<string, unknown>> => storage.getStore() ?? {};

/** As Shopify's ids of requests look. A header of another system may hold anything. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** A line for what changed something, and for what failed; other calls are shown at the level `debug`. */
export function logCall(log: Log, { ms, remoteRequestId = "", ...call }: EndedCall): void {
  const id = REQUEST_ID.test(remoteRequestId) ? { remoteRequestId } : {};
  const level = call.isWrite || call.result !== "ok" ? "info" : "debug";
  log[level]({ ...call, ...id, ms: Math.round(ms) }, "call ended");
}
