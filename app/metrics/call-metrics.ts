import { Counter, Histogram, type Registry } from "prom-client";
import type { ObserveCall } from "../ports/observe.ts";

/** From a quick answer to the longest limit of one exchange, in seconds. */
const BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Calls to other systems. */
export function createCallMetrics(registry: Registry): ObserveCall {
  const calls = new Counter({
    name: "inkbridge_outgoing_calls_total",
    help: "Calls to other systems, by system (shopify, print_service, practice_service, artwork), operation and result.",
    labelNames: ["system", "operation", "result"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "inkbridge_outgoing_call_seconds",
    help: "How long calls to other systems took, answer included, by system and operation.",
    labelNames: ["system", "operation"],
    buckets: BUCKETS,
    registers: [registry],
  });
  return ({ system, operation, result, ms }) => {
    calls.inc({ system, operation, result });
    seconds.observe({ system, operation }, ms / 1000);
  };
}
