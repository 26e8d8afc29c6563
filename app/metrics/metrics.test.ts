import { Registry } from "prom-client";
import { expect, test } from "vitest";
import {
  createApiVersionMetrics,
  createCallMetrics,
  createRunMetrics,
  createWebhookMetrics,
  createPointsMetrics,
  createReadGauges,
  type ReadGauge,
} from "./metrics.ts";

const lines = async (registry: Registry, name: string) =>
  (await registry.metrics()).split("\n").filter((line) => line.startsWith(name));

test("a call counts by its operation and result, and is timed", async () => {
  const registry = new Registry();
  const observe = createCallMetrics(registry);
  observe({ system: "print_service", operation: "createOrder", isWrite: true, result: "ok", ms: 200 });
  observe({ system: "print_service", operation: "createOrder", isWrite: true, result: "uncertain", ms: 30_000 });
  const createOrder = 'system="print_service",operation="createOrder"';
  expect(await lines(registry, "inkbridge_outgoing_calls_total")).toEqual([
    `inkbridge_outgoing_calls_total{${createOrder},result="ok"} 1`,
    `inkbridge_outgoing_calls_total{${createOrder},result="uncertain"} 1`,
  ]);
  expect(await lines(registry, "inkbridge_outgoing_call_seconds_sum")).toEqual([
    `inkbridge_outgoing_call_seconds_sum{${createOrder}} 30.2`,
  ]);
});

test("a run shows while it is under way, then by its outcome; a failed one is no success", async () => {
  const registry = new Registry();
  const observe = createRunMetrics(registry);
  observe.began("parcel");
  observe.began("retention");
  expect(await lines(registry, "inkbridge_jobs_running")).toHaveLength(2);
  observe.ended({ job: "parcel", outcome: "put_off", ms: 10 });
  observe.ended({ job: "retention", outcome: "failed", ms: 10 });
  expect(await lines(registry, "inkbridge_jobs_running")).toEqual([
    'inkbridge_jobs_running{job_name="parcel"} 0',
    'inkbridge_jobs_running{job_name="retention"} 0',
  ]);
  expect(await lines(registry, "inkbridge_job_runs_total")).toEqual([
    'inkbridge_job_runs_total{job_name="parcel",outcome="put_off"} 1',
    'inkbridge_job_runs_total{job_name="retention",outcome="failed"} 1',
  ]);
  const [success, ...others] = await lines(registry, "inkbridge_job_last_success_timestamp_seconds");
  expect(success).toMatch(/job_name="parcel"\} \d{10}/);
  expect(others).toEqual([]);
});

test("topics that nobody subscribed to share one label", async () => {
  const registry = new Registry();
  const observe = createWebhookMetrics(registry, { shopify: ["orders/create"], print_service: [] });
  for (const topic of ["orders/create", "invented/one", "invented/two"])
    observe.received("shopify", topic, "committed");
  expect(await lines(registry, "inkbridge_webhook_deliveries_total")).toEqual([
    'inkbridge_webhook_deliveries_total{source="shopify",topic="orders/create",outcome="committed"} 1',
    'inkbridge_webhook_deliveries_total{source="shopify",topic="orders/create",outcome="failed"} 0',
    'inkbridge_webhook_deliveries_total{source="shopify",topic="other",outcome="committed"} 2',
  ]);
});

test("a gauge shows what the last scrape read, and nothing of the one before", async () => {
  const registry = new Registry();
  const states: ReadGauge = { name: "orders", help: "x", labelNames: ["state"] };
  const age: ReadGauge = { name: "age", help: "x", labelNames: [] };
  const show = createReadGauges(registry, [states, age]);
  show([
    { gauge: states, labels: { state: "ready" }, value: 3 },
    { gauge: age, labels: {}, value: 0 },
  ]);
  expect(await lines(registry, "orders")).toEqual(['orders{state="ready"} 3']);
  expect(await lines(registry, "age")).toEqual(["age 0"]);
  show([]);
  expect([...(await lines(registry, "orders")), ...(await lines(registry, "age"))]).toEqual([]);
});

test("waits for Shopify's limit count by what had to wait", async () => {
  const registry = new Registry();
  const waited = createPointsMetrics(registry);
  for (const purpose of ["send", "send", "sweep"] as const) waited(purpose);
  expect(await lines(registry, "inkbridge_shopify_points_waits_total")).toEqual([
    'inkbridge_shopify_points_waits_total{purpose="send"} 2',
    'inkbridge_shopify_points_waits_total{purpose="sweep"} 1',
  ]);
});

test("answers and webhooks count by the version of the API that made them", async () => {
  const registry = new Registry();
  const count = createApiVersionMetrics(registry);
  for (const version of ["2026-10", "2027-01", "2027-01"]) count("webhook", version);
  count("admin_api", "2026-10");
  expect(await lines(registry, "inkbridge_shopify_api_version_total")).toEqual([
    'inkbridge_shopify_api_version_total{source="webhook",version="2026-10"} 1',
    'inkbridge_shopify_api_version_total{source="webhook",version="2027-01"} 2',
    'inkbridge_shopify_api_version_total{source="admin_api",version="2026-10"} 1',
  ]);
});
