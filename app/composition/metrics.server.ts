import type { PrismaClient } from "@prisma/client";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";
import { stateIn } from "../orders/core/state-in.ts";
import { UNFINISHED_STATES, type SubmissionState } from "../orders/core/states.ts";

export interface Metrics {
  countDelivery(source: string, outcome: string): void;
  text(): Promise<string>;
}

type LabeledCount = [labels: Record<string, string>, value: number];

/** Prometheus metrics of this process, and counts of database rows, taken at each scrape. */
export function createMetrics(db: PrismaClient): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const deliveries = new Counter({
    name: "inkbridge_webhook_deliveries_total",
    help: "Webhook deliveries at the endpoints, by source and outcome (committed, duplicate, rejected, failed).",
    labelNames: ["source", "outcome"],
    registers: [registry],
  });
  /** A gauge of rows, counted at each scrape. */
  const gauge = (name: string, help: string, labelNames: string[], count: () => Promise<LabeledCount[]>) =>
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const counts = await count();
        this.reset();
        for (const [labels, value] of counts) this.set(labels, value);
      },
    });
  gauge(
    "inkbridge_submissions",
    "Submissions that are neither finished nor replaced, by state.",
    ["state"],
    async () => {
      const rows = await countUnfinished(db);
      return rows.map(({ state, count }) => [{ state }, count]);
    },
  );
  gauge("inkbridge_open_attention_reasons", "Open reasons for attention, by code.", ["code"], async () => {
    const rows = await db.attention.groupBy({ by: ["code"], where: { clearedAt: null }, _count: true });
    return rows.map(({ code, _count }) => [{ code }, _count]);
  });
  gauge(
    "inkbridge_webhook_deliveries_waiting",
    "Webhook deliveries that are committed and not handled yet.",
    [],
    async () => (await countWaiting(db)).map(({ count }) => [{}, count]),
  );
  gauge(
    "inkbridge_unconfirmed_shop_webhooks",
    "app/uninstalled and shop/redact webhooks that were not carried out, by topic and outcome: waiting for Shopify's confirmation, or rejected since the app is installed.",
    ["topic", "outcome"],
    async () => {
      const rows = await countUnconfirmedShopWebhooks(db);
      return rows.map(({ topic, outcome, count }) => [{ topic, outcome }, count]);
    },
  );
  return { countDelivery: (source, outcome) => deliveries.inc({ source, outcome }), text: () => registry.metrics() };
}

/** Fulfilled and canceled submissions are all that ever were: a count of them would grow with the history. */
const countUnfinished = (db: PrismaClient) => db.$queryRaw<{ state: SubmissionState; count: number }[]>`
  SELECT s."state"::text AS "state", count(*)::int AS "count" FROM "Submission" s
  WHERE s."replacedAt" IS NULL AND ${stateIn("s", UNFINISHED_STATES)} GROUP BY 1`;

const countWaiting = (db: PrismaClient) => db.$queryRaw<{ count: number }[]>`
  SELECT count(*)::int AS "count" FROM "WebhookDelivery" WHERE "state" = 'waiting'`;

/** Each half uses a partial index with few rows. */
function countUnconfirmedShopWebhooks(db: PrismaClient): Promise<{ topic: string; outcome: string; count: number }[]> {
  return db.$queryRaw`
    SELECT "topic", 'waiting' AS "outcome", count(*)::int AS "count" FROM "WebhookDelivery"
    WHERE "state" = 'waiting' AND "topic" IN ('app/uninstalled', 'shop/redact') GROUP BY 1
    UNION ALL
    SELECT "topic", 'rejected', count(*)::int FROM "WebhookDelivery"
    WHERE "state" = 'dead_letter' AND "source" = 'shopify' AND "problem" = 'app_installed' GROUP BY 1`;
}
