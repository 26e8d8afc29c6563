import { readFileSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { LONG_RUNS } from "../../app/composition/long-runs.server.ts";
import { periodicTasks, type PeriodicOptions } from "../../app/composition/periodic.server.ts";
import { DEFAULT_INTERVALS } from "../../app/composition/services.server.ts";
import { ATTENTION_CODES } from "../../app/orders/core/attention.ts";
import { WORK_KINDS } from "../../app/orders/core/due-work.ts";
import { SUBMISSION_STATES } from "../../app/orders/core/states.ts";
import { API_VERSION } from "../../app/shopify/sdk.ts";
import { order, stockShop } from "../support/goods.ts";
import { startTestApp, type TestApp } from "../support/test-app.ts";
import { until } from "../support/until.ts";

const read = (file: string) => readFileSync(new URL(`../../${file}`, import.meta.url), "utf8");

interface Rule {
  alert: string;
  expr: string;
  for: string;
  labels: { severity: string };
  annotations: { summary: string; reason: string; runbook: string };
}
const { groups } = parse(read("docs/monitoring/alerts.yaml")) as { groups: { name: string; rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  title: string;
  type: string;
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(read("docs/monitoring/dashboard.json")) as { panels: Panel[] };
const graphs = dashboard.panels.filter(({ type }) => type !== "row");

const PAGES = ["docs/runbook.md", "docs/operations.md", "docs/reference/metrics.md", "docs/reference/periodic-jobs.md"];

let testApp: TestApp;
let scraped: string;

/** One order from checkout to its fulfillment, a webhook that is refused, and a scrape. */
beforeAll(async () => {
  testApp = await startTestApp({ intervals: { canaryEveryMs: 200 } });
  const { shirt } = await stockShop(testApp);
  const placed = testApp.shopify.placeOrder(testApp.shop, order([{ variantId: shirt }]));
  const sent = await testApp.waitForOrder(placed.id, "sent", (view) => view.submissions[0]?.state === "submitted");
  testApp.printService.ship(sent.submissions[0]?.reference ?? "");
  await testApp.waitForOrder(placed.id, "fulfilled", (view) => view.submissions[0]?.state === "fulfilled");
  await fetch(`${testApp.appUrl}/webhooks/orders/create`, { method: "POST" });
  scraped = await until("runs of all queues", async () => {
    const text = await testApp.services.metrics();
    return text.includes('inkbridge_job_runs_total{job_name="parcel"') && text.includes("inkbridge_redis_up 1") && text;
  });
});
afterAll(() => testApp.close());

/** Names of metrics in a text; those of histograms' parts, too. */
const metricsIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\b(?:inkbridge|process|nodejs)_[a-z0-9_]+\b/g)].map(([name]) => name)),
];
/** `name` or `name_bucket` … of the scrape. */
function printed(): Set<string> {
  const types = [...scraped.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  return new Set(
    types.flatMap(([, name = "", type]) =>
      type === "histogram" ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
    ),
  );
}
const unknown = (text: string) => metricsIn(text).filter((name) => !printed().has(name));

describe("what is printed", () => {
  it.each([
    ["the create call", 'inkbridge_outgoing_calls_total{system="print_service",operation="createOrder",result="ok"} 1'],
    ["its time", 'inkbridge_outgoing_call_seconds_count{system="print_service",operation="createOrder"} 1'],
    ["its token", 'inkbridge_outgoing_calls_total{system="print_service",operation="getToken",result="ok"}'],
    ["the print file", 'inkbridge_outgoing_calls_total{system="artwork",operation="check",result="ok"}'],
    ["a write to Shopify", /inkbridge_outgoing_calls_total\{system="shopify",operation="\w*ulfill\w*",result="ok"\}/],
    ["the webhook", 'inkbridge_webhook_deliveries_total{source="shopify",topic="orders/create",outcome="committed"} 1'],
    ["the event", 'inkbridge_webhook_deliveries_total{source="print_service",topic="tracking",outcome="committed"} 1'],
    ["the refusal", 'inkbridge_webhook_rejections_total{source="shopify",reason="no_signature"} 1'],
    ["its answers", /inkbridge_webhook_answer_seconds_count\{source="shopify"\} [2-9]/],
    ["runs", /inkbridge_job_seconds_count\{job_name="submission",outcome="(done|put_off)"\} [1-9]/],
    ["a periodic job", /inkbridge_job_last_success_timestamp_seconds\{job_name="heartbeat"\} \d{10}/],
    ["the queues", 'inkbridge_queue_oldest_due_seconds{queue="submission"} '],
    ["jobs in Redis", 'inkbridge_wake_ups{queue="delivery",state="waiting"} '],
    ["the database", "inkbridge_database_up 1"],
    ["the heartbeat", /inkbridge_worker_heartbeat_age_seconds [\d.]+/],
    ["the canary", /inkbridge_canary_age_seconds\{queue="parcel"\} [\d.]+/],
  ])("%s", (_what, line) => {
    expect(scraped).toMatch(typeof line === "string" ? new RegExp(line.replace(/[{}?]/g, "\\$&")) : line);
  });

  it("has no label that Prometheus adds to each series itself, and would rename", () => {
    expect(scraped.match(/^\w+\{(?:.*,)?(?:job|instance)="/gm)).toBeNull();
  });

  it("names no shop, address or id in a label", () => {
    const labels = [...scraped.matchAll(/="([^"]*)"/g)].map(([, value = ""]) => value);
    const given = [testApp.shop, "myshopify", "http", "127.0.0.1", "gid:"];
    expect(labels.filter((label) => given.some((one) => label.includes(one)))).toEqual([]);
    expect(labels.filter((label) => /[0-9a-f]{8}-[0-9a-f]{4}/.test(label))).toEqual([]);
  });
});

/** What alerts and graphs ask for. */
const EXPRESSIONS = [
  ...rules.map(({ expr }) => expr),
  ...graphs.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)),
];
/** Values that they name of a label. */
const named = (label: string) =>
  EXPRESSIONS.flatMap((expr) =>
    [...expr.matchAll(new RegExp(`\\b${label}(?:=~?|!=|!~)"([^"]+)"`, "g"))].flatMap(([, v = ""]) => v.split("|")),
  );

const PERIODIC = periodicTasks(DEFAULT_INTERVALS as PeriodicOptions);
const HOUR = 60 * 60_000;

describe("alerts", () => {
  it("are many, and each has its own name", () => {
    expect(rules.length).toBeGreaterThan(20);
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });

  it.each(rules)("$alert is whole, and asks for what is printed", (rule) => {
    expect(unknown(rule.expr)).toEqual([]);
    expect(rule.expr).toMatch(/[<>=]=? *[\d.]/);
    expect(rule.for).toMatch(/^\d+[smhd]$/);
    expect(["page", "ticket"]).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(rule.annotations.reason.length).toBeGreaterThan(30);
  });

  it.each(rules)("$alert leads to an entry of the runbook", ({ annotations }) => {
    const [file = "", anchor] = annotations.runbook.split("#");
    const headings = [...read(file).matchAll(/^## (.+)$/gm)].map(([, title = ""]) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, "")
        .replaceAll(" ", "-"),
    );
    expect(headings).toContain(anchor);
  });

  it("name codes, states and queues that exist", () => {
    expect(named("code").filter((code) => !ATTENTION_CODES.some((one) => one === code))).toEqual([]);
    expect(named("state").filter((state) => !SUBMISSION_STATES.some((one) => one === state))).toEqual([]);
    expect(named("queue").filter((queue) => !WORK_KINDS.some((one) => one === queue))).toEqual([]);
    expect(named("code").length).toBeGreaterThan(3);
  });

  it("name jobs that exist", () => {
    const jobs = [...WORK_KINDS, ...PERIODIC.map(({ name }) => name), ...LONG_RUNS.map(({ kind }) => kind)];
    expect(named("job_name").filter((job) => !jobs.includes(job))).toEqual([]);
  });

  it("watch a job that cannot fail three times in an hour by its last success", () => {
    // increase() does not see the failure that begins the series, and waits are up to a tenth longer.
    const rare = PERIODIC.filter(({ everyMs }) => 4 * 1.1 * everyMs > HOUR);
    const late = rules.find(({ alert }) => alert === "InkbridgeHourlyJobLate")?.expr ?? "";
    const matchers = [...late.matchAll(/job_name=~"([^"]+)"/g)].map(([, names = ""]) => names.split("|"));
    expect(matchers).toHaveLength(3);
    for (const names of matchers) expect(names).toEqual(rare.map(({ name }) => name).toSorted());
    // Its threshold of 3 h and its for of 10 min leave room for two runs.
    expect(Math.max(...rare.map(({ everyMs }) => everyMs))).toBeLessThanOrEqual(HOUR);
  });

  it("take the version of Shopify's API that the app asks for as the right one", () => {
    expect(named("version")).toEqual([API_VERSION]);
  });
});

it("an alert or a graph asks for each metric of the app", () => {
  const listed = [...read("docs/reference/metrics.md").matchAll(/^\| `(inkbridge_\w+)`/gm)].map(
    ([, name = ""]) => name,
  );
  const asked = new Set(EXPRESSIONS.flatMap(metricsIn).map((name) => name.replace(/_bucket$/, "")));
  expect(listed.length).toBeGreaterThan(20);
  expect(listed.filter((name) => !asked.has(name))).toEqual([]);
});

it.each(graphs)("the graph $title asks for what is printed", ({ targets = [] }) => {
  expect(targets.length).toBeGreaterThan(0);
  for (const { expr } of targets) {
    expect(metricsIn(expr)).not.toEqual([]);
    expect(unknown(expr)).toEqual([]);
  }
});

it.each(PAGES)("%s names metrics that are printed", (page) => {
  expect(unknown(read(page)).filter((name) => !["process_", "nodejs_"].includes(name))).toEqual([]);
});
