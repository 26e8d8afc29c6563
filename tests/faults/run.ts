/** `npm run faults -- --seeds N --orders M [--seed S] [--interface v3]`: see docs/fault-run.md. */
import "./measure-machine.ts";
import { inspect, parseArgs } from "node:util";
import { startEnvironment } from "./environment/start-environment.ts";
import type { FaultEnvironment } from "./environment/environment.ts";
import { saveEvidence, saveReport } from "./report/save-report.ts";
import { summarize } from "./report/summarize.ts";
import { TABLE_HEADER, seedLine, summary, violationsOf } from "./report/render-text.ts";
import { runSeed, type SeedResult } from "./run-seed.ts";

/** An environment knows 64 print accounts; a seed uses up to six. */
const SEEDS_PER_ENVIRONMENT = 10;
const ACCOUNTS_PER_SEED = 6;

/**
 * A server that says "committed" before it is written, and writes late: what a process does not ask to be durable is lost with
 * each crash.
 */
const LATE_COMMITS = { synchronous_commit: "off", wal_writer_delay: "10s" };

const { values } = parseArgs({
  options: {
    seeds: { type: "string", default: "1" },
    orders: { type: "string", default: "50" },
    seed: { type: "string" },
    interface: { type: "string", default: "v1" },
  },
});
const number = (text: string, name: string): number => {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new Error(`--${name} has to be a whole number from 1 on`);
  return value;
};
const first = number(values.seed ?? "1", "seed");
const count = number(values.seeds, "seeds");
const orders = number(values.orders, "orders");

const interfaceVersion = values.interface;
if (interfaceVersion !== "v1" && interfaceVersion !== "v3") throw new Error("--interface has to be v1 or v3");

const print = (text: string) => process.stdout.write(`${text}\n`);
const results: SeedResult[] = [];
const failedSeeds: number[] = [];
print(TABLE_HEADER);
let environment: FaultEnvironment | null = null;
let seedsPlayed = 0;
try {
  for (let seed = first; seed < first + count; seed += 1) {
    if (seedsPlayed === SEEDS_PER_ENVIRONMENT) {
      await environment?.close();
      environment = null;
    }
    if (!environment) {
      environment = await startEnvironment({ postgres: LATE_COMMITS, interfaceVersion });
      seedsPlayed = 0;
    }
    try {
      const result = await runSeed(environment, seed, orders, seedsPlayed * ACCOUNTS_PER_SEED);
      print(seedLine(result));
      const wrong = violationsOf(result);
      if (wrong !== "") print(`${wrong}\n  evidence: ${saveEvidence(result, environment)}`);
      results.push(result);
    } catch (error) {
      // Nothing is known of what the environment is in now: the next seed gets another.
      print(`${seed} could not be played to its end: ${inspect(error)}`);
      failedSeeds.push(seed);
      await environment.close();
      environment = null;
    }
    seedsPlayed += 1;
  }
} finally {
  await environment?.close();
}
print(summary(results));
if (failedSeeds.length > 0) print(`not played to their end: ${failedSeeds.join(", ")}`);
print(saveReport(results, orders));
process.exitCode = summarize(results).clean && failedSeeds.length === 0 ? 0 : 1;
