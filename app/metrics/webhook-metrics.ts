import { Counter, Histogram, type Registry } from "prom-client";
import type { WebhookObserver } from "../ports/observe.ts";

type Source = Parameters<WebhookObserver["received"]>[0];

/** Seconds. Shopify waits for 5. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
/** Topics are parts of addresses, which anybody may invent. */
const OTHER_TOPIC = "other";

/** Requests at the webhook endpoints of this process. `topics`: those that get a label of their own. */
export function createWebhookMetrics(
  registry: Registry,
  topics: Readonly<Record<Source, readonly string[]>>,
): WebhookObserver {
  const deliveries = new Counter({
    name: "inkbridge_webhook_deliveries_total",
    help: "Webhook deliveries with a valid signature or key, by source, topic and outcome (committed, duplicate, failed).",
    labelNames: ["source", "topic", "outcome"],
    registers: [registry],
  });
  const rejections = new Counter({
    name: "inkbridge_webhook_rejections_total",
    help: "Requests at the webhook endpoints that were no valid delivery, by source and reason.",
    labelNames: ["source", "reason"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "inkbridge_webhook_answer_seconds",
    help: "From the headers of a request at the webhook endpoints to the end of its answer, by source.",
    labelNames: ["source"],
    buckets: BUCKETS,
    registers: [registry],
  });
  // From the first scrape on: an alert compares with 0, and the rise from nothing to 1 is none.
  const counted = (source: Source, all: readonly string[]) => {
    for (const topic of all)
      for (const outcome of ["committed", "failed"]) deliveries.inc({ source, topic, outcome }, 0);
  };
  counted("shopify", topics.shopify);
  counted("print_service", topics.print_service);
  const known = new Set([...topics.shopify, ...topics.print_service]);
  return {
    received: (source, topic, outcome) =>
      deliveries.inc({ source, topic: known.has(topic) ? topic : OTHER_TOPIC, outcome }),
    rejected: (source, reason) => rejections.inc({ source, reason }),
    answered: (source, ms) => seconds.observe({ source }, ms / 1000),
  };
}
