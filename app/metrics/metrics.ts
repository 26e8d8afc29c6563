import { Counter, Histogram, type Registry, Gauge } from "prom-client";
import type { ObserveCall, RunObserver, WebhookObserver } from "../ports/observe.ts";
import { CALL_PURPOSES, type CallPurpose } from "../ports/points-store.ts";

/** From a quick answer to the longest limit of one exchange, in seconds. */
const CALL_BUCKETS = [0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Calls to other systems. */
export function createCallMetrics(registry: Registry): ObserveCall {
  const calls = new Counter({
    name: "inkbridge_outgoing_calls_total",
    help: "Calls to other systems, by system (shopify, print_service, practice_service, artwork, email, merchant_webhook), operation and result.",
    labelNames: ["system", "operation", "result"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "inkbridge_outgoing_call_seconds",
    help: "How long calls to other systems took, answer included, by system and operation.",
    labelNames: ["system", "operation"],
    buckets: CALL_BUCKETS,
    registers: [registry],
  });
  return ({ system, operation, result, ms }) => {
    calls.inc({ system, operation, result });
    seconds.observe({ system, operation }, ms / 1000);
  };
}

/** Seconds. A sweep of a large shop takes minutes. */
const RUN_BUCKETS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300];

/**
 * Runs of rows and of periodic jobs in this process. Prometheus gives each series a label `job` of its own, the name of the
 * scrape, and renames one that was there: the label is `job_name`.
 */
export function createRunMetrics(registry: Registry): RunObserver {
  const running = new Gauge({
    name: "inkbridge_jobs_running",
    help: "Runs under way in this process, by job_name: a queue's rows, a periodic job, or turns of a kind of long run.",
    labelNames: ["job_name"],
    registers: [registry],
  });
  const runs = new Counter({
    name: "inkbridge_job_runs_total",
    help: "Runs that ended in this process, by job_name and outcome (done, put_off, failed, database_unavailable).",
    labelNames: ["job_name", "outcome"],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "inkbridge_job_seconds",
    help: "How long runs took, by job_name and outcome.",
    labelNames: ["job_name", "outcome"],
    buckets: RUN_BUCKETS,
    registers: [registry],
  });
  const lastSuccess = new Gauge({
    name: "inkbridge_job_last_success_timestamp_seconds",
    help: "When a run of the job last ended without failing in this process, in Unix time, by job_name.",
    labelNames: ["job_name"],
    registers: [registry],
  });
  return {
    began: (job) => running.inc({ job_name: job }),
    ended({ job, outcome, ms }) {
      running.dec({ job_name: job });
      runs.inc({ job_name: job, outcome });
      seconds.observe({ job_name: job, outcome }, ms / 1000);
      if (outcome === "done" || outcome === "put_off") lastSuccess.setToCurrentTime({ job_name: job });
    },
  };
}

type Source = Parameters<WebhookObserver["received"]>[0];

/** Seconds. Shopify waits for 5. */
const WEBHOOK_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];
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
    buckets: WEBHOOK_BUCKETS,
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

/** Versions of Shopify's API that answered, or made a webhook. */
export function createApiVersionMetrics(registry: Registry): (source: string, version: string) => void {
  const versions = new Counter({
    name: "inkbridge_shopify_api_version_total",
    help: "Answers of Shopify's Admin API and signed webhooks, by source (admin_api, webhook) and the API version that made them.",
    labelNames: ["source", "version"],
    registers: [registry],
  });
  return (source, version) => versions.inc({ source, version });
}

/** A gauge whose values are read at each scrape. */
export interface ReadGauge {
  name: string;
  help: string;
  labelNames: readonly string[];
}

/** A value of a gauge. */
export interface Reading {
  gauge: ReadGauge;
  labels: Record<string, string>;
  value: number;
}

/** Returns what shows the readings of a scrape. A gauge without one is left out: no old value passes for a new one. */
export function createReadGauges(registry: Registry, gauges: readonly ReadGauge[]) {
  const shown = new Map(
    gauges.map((gauge) => {
      const { name, help, labelNames } = gauge;
      return [gauge, new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] })];
    }),
  );
  return (readings: readonly Reading[]): void => {
    for (const [{ labelNames }, gauge] of shown) {
      gauge.reset();
      // A reset gauge without labels is 0.
      if (labelNames.length === 0) gauge.remove();
    }
    for (const { gauge, labels, value } of readings) shown.get(gauge)?.set(labels, value);
  };
}
