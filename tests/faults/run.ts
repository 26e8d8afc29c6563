/** `npm run faults -- --seeds N --orders M [--seed S]`: see docs/fault-run.md. */
import { inspect, parseArgs } from "node:util";
import { openPlant } from "./environment/start-environment.ts";
import type { Plant } from "./environment/environment.ts";
import { keepEvidence, keepReport } from "./report/save-report.ts";
import { sumUp } from "./report/summarize.ts";
import { HEAD, seedLine, summary, violationsOf } from "./report/render-text.ts";
import { runSeed, type SeedResult } from "./run-seed.ts";

/** A plant knows 64 print accounts; a seed uses up to four. */
const SEEDS_OF_A_PLANT = 15;
const ACCOUNTS_OF_A_SEED = 4;

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

const say = (text: string) => process.stdout.write(`${text}\n`);
const results: SeedResult[] = [];
const unplayed: number[] = [];
say(HEAD);
let plant: Plant | null = null;
let place = 0;
try {
  for (let seed = first; seed < first + count; seed += 1) {
    if (place === SEEDS_OF_A_PLANT) {
      await plant?.close();
      plant = null;
    }
    if (!plant) {
      plant = await openPlant({ postgres: LATE_COMMITS });
      place = 0;
    }
    try {
      const result = await runSeed(plant, seed, orders, place * ACCOUNTS_OF_A_SEED);
      say(seedLine(result));
      const wrong = violationsOf(result);
      if (wrong !== "") say(`${wrong}\n  evidence: ${keepEvidence(result, plant)}`);
      results.push(result);
    } catch (error) {
      // Nothing is known of what the plant is in now: the next seed gets another.
      say(`${seed} could not be played to its end: ${inspect(error)}`);
      unplayed.push(seed);
      await plant.close();
      plant = null;
    }
    place += 1;
  }
} finally {
  await plant?.close();
}
say(summary(results));
if (unplayed.length > 0) say(`not played to their end: ${unplayed.join(", ")}`);
say(keepReport(results, orders));
process.exitCode = sumUp(results).clean && unplayed.length === 0 ? 0 : 1;
