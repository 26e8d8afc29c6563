import type { Log, EndedCall } from "../ports/observe.ts";

/** As Shopify's ids of requests look. A header of another system may hold anything. */
const REQUEST_ID = /^[\w.:-]{1,100}$/;

/** A line for what changed something, and for what failed; other calls are shown at the level `debug`. */
export function logCall(log: Log, { ms, remoteRequestId = "", ...call }: EndedCall): void {
  const id = REQUEST_ID.test(remoteRequestId) ? { remoteRequestId } : {};
  const level = call.isWrite || call.result !== "ok" ? "info" : "debug";
  log[level]({ ...call, ...id, ms: Math.round(ms) }, "call ended");
}
