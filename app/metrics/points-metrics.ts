import { Counter, type Registry } from "prom-client";
import { CALL_PURPOSES, type CallPurpose } from "../ports/call-purpose.ts";

/** Work that waited for Shopify's limit. */
export function createPointsMetrics(registry: Registry): (purpose: CallPurpose) => void {
  const waits = new Counter({
    name: "inkbridge_shopify_points_waits_total",
    help: `Times that work found too few points of a shop's allowance at Shopify and waited, by purpose (${CALL_PURPOSES.join(", ")}).`,
    labelNames: ["purpose"],
    registers: [registry],
  });
  return (purpose) => waits.inc({ purpose });
}
