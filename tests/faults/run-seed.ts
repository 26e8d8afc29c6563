import { accountFor, type Account } from "./invariants/verdict.ts";
import type { Facts } from "./facts/facts.ts";
import { INVARIANTS } from "./invariants/invariants.ts";
import { collect } from "./facts/collect-facts.ts";
import { retire } from "./simulation/retire-shops.ts";
import { startWatch } from "./facts/resource-monitor.ts";
import { calm } from "./simulation/lift-faults.ts";
import { openScene } from "./simulation/start-simulation.ts";
import { peopleAnswer } from "./simulation/answer-attention.ts";
import { play } from "./simulation/play-schedule.ts";
import { startPrinter } from "./simulation/printer.ts";
import { rest } from "./simulation/wait-until-settled.ts";
import type { Scene } from "./simulation/simulation.ts";
import type { Plant } from "./environment/environment.ts";
import { planSeed } from "./schedule/schedule.ts";

export interface SeedResult {
  seed: number;
  tookMs: number;
  checks: { number: number; says: string; count: number; violations: string[] }[];
  accounts: Account[];
  facts: Facts;
}

/** Plays one seed on an open plant, waits until it rests, and judges what is there then. `firstAccount`: see `openScene`. */
export async function runSeed(plant: Plant, seed: number, orders: number, firstAccount: number): Promise<SeedResult> {
  const began = performance.now();
  const scene = await openScene(plant, planSeed(seed, orders), firstAccount);
  const watch = startWatch(scene);
  const printer = startPrinter(scene);
  await play(scene);
  await calm(scene);
  const restless = await restAndAnswer(scene);
  await printer.stop();
  const facts = await collect(scene, await watch.stop(), restless);
  await retire(scene);
  return {
    seed,
    tookMs: performance.now() - began,
    checks: INVARIANTS.map(({ number, says, check }) => ({ number, says, ...check(facts) })),
    accounts: accountFor(facts),
    facts,
  };
}

/** In every second seed people answer what is open, and it goes on from there. */
async function restAndAnswer(scene: Scene): Promise<string[]> {
  const restless = await rest(scene);
  if (restless.length > 0 || scene.schedule.seed % 2 === 0) return restless;
  return (await peopleAnswer(scene)) > 0 ? rest(scene) : [];
}
