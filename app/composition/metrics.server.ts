import { collectDefaultMetrics, Registry } from "prom-client";
import { withTimeout } from "../common/with-timeout.ts";
import {
  createApiVersionMetrics,
  createCallMetrics,
  createRunMetrics,
  createWebhookMetrics,
  createPointsMetrics,
  createFigureGauges,
} from "../metrics/metrics.ts";
import type { Figure } from "../orders/core/figures.ts";
import type { CallPurpose } from "../ports/call-purpose.ts";
import type { ObserveCall, RunObserver, WebhookObserver } from "../ports/observe.ts";
import { WEBHOOK_TOPICS } from "../shopify/webhook-topics.ts";
import { databaseReadings, progressReadings, READ_GAUGES, redisReadings, type WakeUpCounts } from "./figures.server.ts";

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
  readFigures(): Promise<Figure[]>;
  /** null: Redis does not answer. */
  countWakeUps(): Promise<WakeUpCounts | null>;
  /** Milliseconds since work of each queue moved in this process. */
  progressAges(): Record<string, number>;
}

/** A scrape answers without what takes longer, in milliseconds: Prometheus waits for 10 s. */
const READ_TIMEOUT_MS = 2_000;
const TOPICS = { shopify: Object.keys(WEBHOOK_TOPICS), print_service: ["tracking", "order-status"] };

/** Prometheus metrics of this process, and figures of the database and of Redis. */
export function createMetrics({ readFigures, countWakeUps, progressAges }: MetricSources): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const show = createFigureGauges(registry, READ_GAUGES);
  const render = async (): Promise<string> => {
    const [figures, wakeUps] = await Promise.all([
      withTimeout<Figure[] | null>(READ_TIMEOUT_MS, readFigures(), null),
      withTimeout(READ_TIMEOUT_MS, countWakeUps(), null),
    ]);
    show([...databaseReadings(figures), ...redisReadings(wakeUps), ...progressReadings(progressAges())]);
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
