import type { PrismaClient } from "@prisma/client";
import { collectDefaultMetrics, Counter, Gauge, Registry } from "prom-client";

export interface Metrics {
  countDelivery(source: string, outcome: string): void;
  text(): Promise<string>;
}

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
  new Gauge({
    name: "inkbridge_submissions",
    help: "Submissions, by state.",
    labelNames: ["state"],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await db.submission.groupBy({ by: ["state"], _count: true });
      for (const row of rows) this.set({ state: row.state }, row._count);
    },
  });
  new Gauge({
    name: "inkbridge_open_attention_reasons",
    help: "Open reasons for attention, by code.",
    labelNames: ["code"],
    registers: [registry],
    async collect() {
      this.reset();
      const rows = await db.attention.groupBy({ by: ["code"], where: { clearedAt: null }, _count: true });
      for (const row of rows) this.set({ code: row.code }, row._count);
    },
  });
  new Gauge({
    name: "inkbridge_webhook_deliveries_waiting",
    help: "Webhook deliveries that are committed and not handled yet.",
    registers: [registry],
    async collect() {
      this.set(await db.webhookDelivery.count({ where: { state: "waiting" } }));
    },
  });
  new Gauge({
    name: "inkbridge_unconfirmed_shop_webhooks",
    help: "app/uninstalled and shop/redact webhooks that were not carried out, by topic and outcome: waiting for Shopify's confirmation, or rejected since the app is installed.",
    labelNames: ["topic", "outcome"],
    registers: [registry],
    async collect() {
      this.reset();
      for (const { topic, outcome, count } of await countUnconfirmedShopWebhooks(db))
        this.set({ topic, outcome }, count);
    },
  });
  return { countDelivery: (source, outcome) => deliveries.inc({ source, outcome }), text: () => registry.metrics() };
}

/** Each half begins with the predicate of an index that has few rows. */
function countUnconfirmedShopWebhooks(db: PrismaClient): Promise<{ topic: string; outcome: string; count: number }[]> {
  return db.$queryRaw`
    SELECT "topic", 'waiting' AS "outcome", count(*)::int AS "count" FROM "WebhookDelivery"
    WHERE "state" = 'waiting' AND "topic" IN ('app/uninstalled', 'shop/redact') GROUP BY 1
    UNION ALL
    SELECT "topic", 'rejected', count(*)::int FROM "WebhookDelivery"
    WHERE "state" = 'dead_letter' AND "source" = 'shopify' AND "problem" = 'app_installed' GROUP BY 1`;
}
