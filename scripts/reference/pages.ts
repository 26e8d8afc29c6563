import { format } from "prettier";
import { createMetrics, type MetricSources } from "../../app/composition/metrics.server.ts";
import { ATTENTION, ATTENTION_CODES } from "../../app/orders/core/attention.ts";
import { DEFAULT_POLICY } from "../../app/orders/core/policy.ts";
import { commentsOf } from "./comments.ts";
import { formatLimit } from "./format-limit.ts";
import { wayRows } from "./way-of-an-order.ts";

type Row = readonly string[];

/** Pages made from code, by path. */
export const GENERATED_PAGES: Record<string, () => Promise<string>> = {
  "docs/reference/attention.md": () => page("Attention codes", ATTENTION_INTRODUCTION, ATTENTION_HEAD, attentionRows()),
  "docs/reference/policy.md": () =>
    page("Times and bounds of the domain", POLICY_INTRODUCTION, POLICY_HEAD, policyRows()),
  "docs/reference/metrics.md": async () => page("Metrics", METRICS_INTRODUCTION, METRICS_HEAD, await metricRows()),
  "docs/reference/way-of-an-order.md": () => page("The files on an order's way", WAY_INTRODUCTION, WAY_HEAD, wayRows()),
};

const ATTENTION_INTRODUCTION = `
Generated from \`app/orders/core/attention-registry.ts\`. A \`hold\` keeps a submission from being sent, a \`problem\` arose in
sending or after it, a \`notice\` reports a delay. \`facts\` means that the reason clears automatically once the facts change,
\`person\` that it needs a decision.`;
const ATTENTION_HEAD = ["code", "phase", "cleared by", "urgency", "found by", "label", "message", "fix"];

const attentionRows = (): Row[] =>
  ATTENTION_CODES.map((code) => {
    const { phase, clearedBy, urgency, foundBy, label, message, fix } = ATTENTION[code];
    return [`\`${code}\``, phase, clearedBy, urgency, foundBy, label, message, fix];
  });

const POLICY_INTRODUCTION = `
Generated from \`app/orders/core/policy.ts\`. Production takes these values; \`providerLagMs\` comes from
\`PRINT_SERVICE_LAG_SECONDS\`. Retries are spread by a quarter up or down. Bounds of sizes and numbers are in [limits.md](limits.md).`;
const POLICY_HEAD = ["name", "value", "meaning"];

function policyRows(): Row[] {
  const comments = commentsOf("app/orders/core/policy.ts", "Policy");
  return Object.entries(DEFAULT_POLICY).map(([name, value]: [string, number | readonly number[]]) => {
    const values = typeof value === "number" ? [value] : value;
    return [`\`${name}\``, values.map((one) => formatLimit(name, one)).join(", "), comments.get(name) ?? ""];
  });
}

const METRICS_INTRODUCTION = `
Generated from \`app/metrics\` and \`app/composition/metrics.server.ts\`. \`GET /metrics\` answers loopback and private addresses only, in Prometheus' text
format. Beside these, each process reports prom-client's default metrics (\`process_…\`, \`nodejs_…\`).`;
const METRICS_HEAD = ["name", "type", "meaning"];

async function metricRows(): Promise<Row[]> {
  const text = await createMetrics(NOTHING).text();
  const types = new Map([...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)].map(([, name = "", type = ""]) => [name, type]));
  return [...text.matchAll(/^# HELP (inkbridge_\S+) (.*)$/gm)].map(([, name = "", help = ""]) => [
    `\`${name}\``,
    types.get(name) ?? "",
    help,
  ]);
}

const WAY_INTRODUCTION = `
Generated from \`scripts/reference/way-of-an-order.ts\`. From the webhook to the fulfillment, each file with the function or table to begin
at; what they are read with stands in the same folders. \`app/composition\` hands adapters, endpoints and workers to each other.`;
const WAY_HEAD = ["", "file", "begin at", "what it does"];

/** Without database and Redis: the names and meanings are the same. */
const NOTHING: MetricSources = {
  readMetrics: async () => [],
  countWakeUps: async () => null,
  progressAges: () => ({}),
};

async function page(title: string, introduction: string, head: Row, rows: readonly Row[]): Promise<string> {
  const lines = [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.map(escapeCell).join(" | ")} |`);
  return format([`# ${title}`, introduction.trim(), lines.join("\n")].join("\n\n"), {
    parser: "markdown",
    printWidth: 120,
  });
}

const escapeCell = (cell: string): string => cell.replaceAll("|", "\\|").replaceAll("\n", " ");
