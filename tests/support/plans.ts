import type pg from "pg";
import { expect } from "vitest";
import { record, type RecordedStatement } from "./statement-recorder.ts";

interface Plan {
  "Node Type": string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Plan[];
}

/**
 * Explains all that `work` sends, and names each step of a plan that reads more rows of a table, over all of its repetitions,
 * than `maxRows` allows.
 */
export async function findWideScans(
  client: pg.Client,
  work: () => Promise<unknown>,
  maxRows: (table: string) => number,
): Promise<string[]> {
  const entries = await record(work);
  const problems: string[] = [];
  let explained = 0;
  for (const entry of entries) {
    if (entry.kind !== "statement" || !/^(SELECT|WITH|UPDATE|DELETE)\b/i.test(entry.sql)) continue;
    const plan = await explain(client, entry);
    explained += 1;
    const found = nodesOf(plan)
      .filter((node) => rowsRead(node) > maxRows(node["Relation Name"] ?? ""))
      .map((node) => `${node["Node Type"]} reads ${rowsRead(node)} rows of ${node["Relation Name"]}`);
    if (found.length > 0) problems.push(`${found.join(", ")}: ${entry.sql}`);
  }
  expect(explained).toBeGreaterThan(0);
  return problems;
}

/** Explains a statement by running it once more, in a transaction that is rolled back. */
async function explain(client: pg.Client, { sql, values }: RecordedStatement): Promise<Plan> {
  await client.query("BEGIN");
  try {
    const text = `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`;
    const { rows } = await client.query<{ "QUERY PLAN": [{ Plan: Plan }] }>(text, [...values]);
    const plan = rows[0]?.["QUERY PLAN"][0].Plan;
    if (!plan) throw new Error(`no plan: ${sql}`);
    return plan;
  } finally {
    await client.query("ROLLBACK");
  }
}

const rowsRead = (node: Plan): number =>
  (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0)) *
  node["Actual Loops"];

const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];
