import type { ReadGauge, Reading } from "../metrics/metrics.ts";
import { FIGURE_LIMIT, type Figure, type FigureName } from "../orders/core/figures.ts";

const UP_TO = `Counted up to ${FIGURE_LIMIT.toLocaleString("en-US")}.`;

/** The gauges of what is read from the database, and how a figure's label and outcome are named. */
const FIGURE_GAUGES: Readonly<Record<FigureName, ReadGauge>> = {
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

export const READ_GAUGES: readonly ReadGauge[] = [
  ...Object.values(FIGURE_GAUGES),
  ...[WAKE_UPS, DATABASE_UP, REDIS_UP, CANARY],
];

export const progressReadings = (ages: Record<string, number>): Reading[] =>
  Object.entries(ages).map(([queue, ms]) => ({ gauge: CANARY, labels: { queue }, value: ms / 1000 }));

/** null: the database did not answer. */
export function databaseReadings(figures: readonly Figure[] | null): Reading[] {
  const rows = (figures ?? []).map(({ name, label, outcome, value }) => {
    const gauge = FIGURE_GAUGES[name];
    const [first, second] = gauge.labelNames;
    return { gauge, labels: { ...(first && { [first]: label }), ...(second && { [second]: outcome ?? "" }) }, value };
  });
  return [...rows, { gauge: DATABASE_UP, labels: {}, value: figures ? 1 : 0 }];
}

/** Jobs by queue and state; null: Redis did not answer. */
export type WakeUpCounts = Record<string, Record<string, number>>;

export function redisReadings(counts: WakeUpCounts | null): Reading[] {
  const jobs = Object.entries(counts ?? {}).flatMap(([queue, states]) =>
    Object.entries(states).map(([state, value]) => ({ gauge: WAKE_UPS, labels: { queue, state }, value })),
  );
  return [...jobs, { gauge: REDIS_UP, labels: {}, value: counts ? 1 : 0 }];
}
