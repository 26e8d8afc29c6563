import { mkdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { FaultEnvironment } from "../environment/environment.ts";
import type { SeedResult } from "../run-seed.ts";
import { summarize } from "./summarize.ts";

const FOLDER = fileURLToPath(new URL("../../../.cache/faults/", import.meta.url));

/** The facts of a seed in which something is wrong, with the log and what befell the processes; returns the folder. */
export function saveEvidence(result: SeedResult, environment: FaultEnvironment): string {
  const folder = `${FOLDER}seed-${result.seed}/`;
  mkdirSync(folder, { recursive: true });
  const { texts, ...facts } = result.facts;
  writeFileSync(
    `${folder}facts.json`,
    JSON.stringify({ checks: result.checks, accounts: result.orderVerdicts, facts }, null, 1),
  );
  writeFileSync(`${folder}log.txt`, texts.map(({ where, text }) => `--- ${where}\n${text}`).join("\n"));
  writeFileSync(`${folder}events.json`, JSON.stringify(environment.events, null, 1));
  return folder;
}

/** The run as data, named by its seeds: several may run at once. */
export function saveReport(results: readonly SeedResult[], orders: number): string {
  mkdirSync(FOLDER, { recursive: true });
  const seeds = results.map(({ seed, tookMs, checks, orderVerdicts, facts }) => ({
    seed,
    tookMs,
    checks,
    accounts: orderVerdicts,
    bounds: facts.bounds,
  }));
  const file = `${FOLDER}report-${seeds.at(0)?.seed ?? 0}-${seeds.at(-1)?.seed ?? 0}.json`;
  writeFileSync(file, JSON.stringify({ orders, sums: summarize(results), seeds }, null, 1));
  return file;
}
