import type { InterfaceVersion } from "../../app/ports/print-service.ts";
import { verdictsOf, type OrderVerdict } from "./invariants/verdict.ts";
import type { Facts } from "./facts/facts.ts";
import { INVARIANTS } from "./invariants/invariants.ts";
import { collectFacts } from "./facts/collect-facts.ts";
import { retireShops } from "./simulation/retire-shops.ts";
import { startResourceMonitor } from "./facts/resource-monitor.ts";
import { liftFaults } from "./simulation/lift-faults.ts";
import { startSimulation } from "./simulation/start-simulation.ts";
import { answerAttention } from "./simulation/answer-attention.ts";
import { keepChangedMappings } from "./simulation/catalog-steps.ts";
import { changeHeldOrders } from "./simulation/change-held-orders.ts";
import { playSchedule } from "./simulation/play-schedule.ts";
import { payAndCancel } from "./simulation/pay-and-cancel.ts";
import { payForOrders, startPrinter } from "./simulation/printer.ts";
import { waitUntilSettled } from "./simulation/wait-until-settled.ts";
import type { Simulation } from "./simulation/simulation.ts";
import type { FaultEnvironment } from "./environment/environment.ts";
import { planSeed } from "./schedule/schedule.ts";

export interface SeedResult {
  seed: number;
  interfaceVersion: InterfaceVersion;
  tookMs: number;
  checks: { number: number; statement: string; count: number; violations: string[] }[];
  orderVerdicts: OrderVerdict[];
  /** How the workers were struck while the service had a repeated create. */
  struck: Simulation["struck"];
  struckWrites: Simulation["struckWrites"];
  facts: Facts;
}

/** Plays one seed on an open environment, waits until it rests, and judges what is there then. `firstAccount`: see `startSimulation`. */
export async function runSeed(
  environment: FaultEnvironment,
  seed: number,
  orders: number,
  firstAccount: number,
): Promise<SeedResult> {
  const began = performance.now();
  const simulation = await startSimulation(
    environment,
    planSeed(seed, orders, environment.interfaceVersion),
    firstAccount,
  );
  const monitor = startResourceMonitor(simulation);
  const printer = startPrinter(simulation);
  await playSchedule(simulation);
  await liftFaults(simulation);
  const unsettled = await settleAndAnswer(simulation);
  await printer.stop();
  const facts = await collectFacts(simulation, await monitor.stop(), unsettled);
  await retireShops(simulation);
  return {
    seed,
    interfaceVersion: environment.interfaceVersion,
    tookMs: performance.now() - began,
    checks: INVARIANTS.map(({ number, statement, check }) => ({ number, statement, ...check(facts) })),
    orderVerdicts: verdictsOf(facts),
    struck: simulation.struck,
    struckWrites: simulation.struckWrites,
    facts,
  };
}

/** Staff keeps the mappings of changed variants. In every second seed staff changes some of the held orders and answers what is open, and it continues from there. */
async function settleAndAnswer(simulation: Simulation): Promise<string[]> {
  let unsettled = await settleAndPay(simulation);
  if (unsettled.length === 0 && (await keepChangedMappings(simulation)) > 0) unsettled = await settleAndPay(simulation);
  if (unsettled.length > 0 || simulation.schedule.seed % 2 === 0) return unsettled;
  await changeHeldOrders(simulation);
  return (await answerAttention(simulation)) > 0 ? settleAndPay(simulation) : [];
}

/** Staff pays for what is unpaid, and cancels what is canceled; the rest, unpaid for days, is paid for at last. It continues from there. */
async function settleAndPay(simulation: Simulation): Promise<string[]> {
  for (;;) {
    const unsettled = await waitUntilSettled(simulation);
    if (unsettled.length > 0) return unsettled;
    if ((await payAndCancel(simulation)) === 0 && (await payForOrders(simulation)) === 0) return unsettled;
  }
}
