import { Counter, type Registry } from "prom-client";

/** Work that waited for Shopify's limit. */
export function createPointsMetrics(registry: Registry): (purpose: string) => void {
  const waits = new Counter({
    name: "inkbridge_shopify_points_waits_total",
    help: "Times that work found too few points of a shop's allowance at Shopify and waited, by purpose (fulfillment, continue, send, receive, page, sweep, catalog, flow).",
    labelNames: ["purpose"],
    registers: [registry],
  });
  return (purpose) => waits.inc({ purpose });
}
