import { collectDefaultMetrics, Registry } from "prom-client";
import { withTimeout } from "../common/with-timeout.ts";
import {
  createApiVersionMetrics,
  createCallMetrics,
  createRunMetrics,
  createWebhookMetrics,
  createPointsMetrics,
  createReadGauges,
  type ReadGauge,
  type Reading,
} from "../metrics/metrics.ts";
import { type DatabaseMetric, METRIC_LIMIT, type MetricName } from "../orders/core/metrics.ts";
import type { CallPurpose } from "../ports/points-store.ts";
import type { ObserveCall, RunObserver, WebhookObserver } from "../ports/observe.ts";
import { WEBHOOK_TOPICS } from "../shopify/webhook-topics.ts";

export interface Metrics {
  call: ObserveCall;
  pointsWait(purpose: CallPurpose): void;
  run: RunObserver;
  webhook: WebhookObserver;
  apiVersion(source: string, version: string): void;
  text(): Promise<string>;
}

/** What is read at each scrape. */
export interface MetricSources {
  readMetrics(): Promise<DatabaseMetric[]>;
  /** null: Redis does not answer. */
  countWakeUps(): Promise<WakeUpCounts | null>;
  /** Milliseconds since work of each queue moved in this process. */
  progressAges(): Record<string, number>;
}

/** A scrape answers without what takes longer, in milliseconds: Prometheus waits for 10 s. */
const READ_TIMEOUT_MS = 2_000;
const TOPICS = { shopify: Object.keys(WEBHOOK_TOPICS), print_service: ["tracking", "order-status"] };

/** Prometheus metrics of this process, and readings of the database and of Redis. */
export function createMetrics({ readMetrics, countWakeUps, progressAges }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const show = createReadGauges(registry, READ_GAUGES);
  const render = async (): Promise<string> => {
    const [metrics, wakeUps] = await Promise.all([
      withTimeout<DatabaseMetric[] | null>(READ_TIMEOUT_MS, readMetrics(), null),
      withTimeout(READ_TIMEOUT_MS, countWakeUps(), null),
    ]);
    show([...databaseReadings(metrics), ...redisReadings(wakeUps), ...progressReadings(progressAges())]);
    return registry.metrics();
  };
  let rendering: Promise<string> | null = null;
  return {
    call: createCallMetrics(registry),
    pointsWait: createPointsMetrics(registry),
    run: createRunMetrics(registry),
    webhook: createWebhookMetrics(registry, TOPICS),
    apiVersion: createApiVersionMetrics(registry),
    // Scrapes at the same time share their reads.
    text: () => (rendering ??= render().finally(() => (rendering = null))),
  };
}

const UP_TO = `Counted up to ${METRIC_LIMIT.toLocaleString("en-US")}.`;

/** The gauges of what is read from the database, and how a metric's label and outcome are named. */
const DATABASE_GAUGES: Readonly<Record<MetricName, ReadGauge>> = {
  submissions: {
    name: "inkbridge_submissions",
    help: `Submissions that are neither finished nor replaced, by state. ${UP_TO}`,
    labelNames: ["state"],
  },
  attention: {
    name: "inkbridge_open_attention_reasons",
    help: `Open reasons for attention, by code. ${UP_TO}`,
    labelNames: ["code"],
  },
  queue_waiting: {
    name: "inkbridge_queue_waiting",
    help: `Rows whose work is due and has not ended, by queue (delivery, order, submission, parcel, flow_event). ${UP_TO}`,
    labelNames: ["queue"],
  },
  queue_oldest_seconds: {
    name: "inkbridge_queue_oldest_due_seconds",
    help: "How long the oldest of these rows has been due, by queue; 0 where none is.",
    labelNames: ["queue"],
  },
  failed_webhooks: {
    name: "inkbridge_failed_webhooks",
    help: `Webhook deliveries that were set aside as unreadable, by source. ${UP_TO}`,
    labelNames: ["source"],
  },
  unconfirmed_webhooks: {
    name: "inkbridge_unconfirmed_shop_webhooks",
    help: "app/uninstalled and shop/redact webhooks that were not carried out, by topic and outcome: waiting for Shopify's confirmation, or rejected since the app is installed.",
    labelNames: ["topic", "outcome"],
  },
  shops_address_refused: {
    name: "inkbridge_shops_address_refused",
    help: "Installed shops for which Shopify refuses requests from the app's address: the app's IP allowlist lacks it.",
    labelNames: [],
  },
  heartbeat_seconds: {
    name: "inkbridge_worker_heartbeat_age_seconds",
    help: "How long ago any worker wrote its heartbeat to the database.",
    labelNames: [],
  },
};

const WAKE_UPS: ReadGauge = {
  name: "inkbridge_wake_ups",
  help: "Jobs in Redis, by queue and state (waiting, active, delayed).",
  labelNames: ["queue", "state"],
};
const DATABASE_UP: ReadGauge = {
  name: "inkbridge_database_up",
  help: "1 where the database answered this scrape, else 0; then the gauges that count rows are missing.",
  labelNames: [],
};
const REDIS_UP: ReadGauge = {
  name: "inkbridge_redis_up",
  help: "1 where Redis answered this scrape, else 0.",
  labelNames: [],
};

const CANARY: ReadGauge = {
  name: "inkbridge_canary_age_seconds",
  help: "How long ago a run of the queue, if only its canary's, ended in this worker with the database there.",
  labelNames: ["queue"],
};

const READ_GAUGES: readonly ReadGauge[] = [
  ...Object.values(DATABASE_GAUGES),
  ...[WAKE_UPS, DATABASE_UP, REDIS_UP, CANARY],
];

const progressReadings = (ages: Record<string, number>): Reading[] =>
  Object.entries(ages).map(([queue, ms]) => ({ gauge: CANARY, labels: { queue }, value: ms / 1000 }));

/** null: the database did not answer. */
function databaseReadings(metrics: readonly DatabaseMetric[] | null): Reading[] {
  const rows = (metrics ?? []).map(({ name, label, outcome, value }) => {
    const gauge = DATABASE_GAUGES[name];
    const [first, second] = gauge.labelNames;
    return { gauge, labels: { ...(first && { [first]: label }), ...(second && { [second]: outcome ?? "" }) }, value };
  });
  return [...rows, { gauge: DATABASE_UP, labels: {}, value: metrics ? 1 : 0 }];
}

/** Jobs by queue and state; null: Redis did not answer. */
type WakeUpCounts = Record<string, Record<string, number>>;

function redisReadings(counts: WakeUpCounts | null): Reading[] {
  const jobs = Object.entries(counts ?? {}).flatMap(([queue, states]) =>
    Object.entries(states).map(([state, value]) => ({ gauge: WAKE_UPS, labels: { queue, state }, value })),
  );
  return [...jobs, { gauge: REDIS_UP, labels: {}, value: counts ? 1 : 0 }];
}
