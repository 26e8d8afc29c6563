import type { Schedule, Step } from "../schedule/plan.ts";
import { applyCatalogStep } from "./catalog-steps.ts";
import { placeOrder } from "./place-order.ts";
import { applyWebhookStep } from "./webhook-steps.ts";
import { applyInfrastructureStep } from "./infrastructure-steps.ts";
import { revokeTokens } from "./installation.ts";
import { applyMerchantStep } from "./merchant-steps.ts";
import { delay, runInBackground, shopByNumber, type Simulation } from "./simulation.ts";
import { applySendingStep } from "./sending-steps.ts";
import { applyStaffStep } from "./staff-steps.ts";
import { applyTargetedFault, isStruck } from "./targeted-faults.ts";

/** Plays a schedule against the environment, in real time; resolves when its last step has begun. */
export async function playSchedule(simulation: Simulation): Promise<void> {
  const began = performance.now();
  for (const { at, run } of byTime(simulation.schedule, simulation)) {
    const wait = at - (performance.now() - began);
    if (wait > 0) await delay(wait);
    run();
  }
}

function byTime({ orders, steps }: Schedule, simulation: Simulation): { at: number; run: () => void }[] {
  const inTime = orders.filter(({ key }) => !isStruck(simulation.schedule, key));
  const placements = inTime.map((plan) => ({ at: plan.at, run: () => placeOrder(simulation, plan) }));
  const applied = steps.map((step) => ({ at: step.at, run: () => applyStep(simulation, step) }));
  // The sort keeps their order: who buys comes before who changes what was bought at the same time.
  return [...placements, ...applied].sort((a, b) => a.at - b.at);
}

function applyStep(simulation: Simulation, step: Step): void {
  const { printService, shopify } = simulation.environment;
  if (step.do === "print service") printService.addFault(step.fault);
  else if (step.do === "shopify") {
    const { operation, ...fault } = step.fault;
    shopify.faults.next(operation ? { ...fault, operation } : fault);
  } else if (step.do === "revoke tokens") runInBackground(simulation, revokeTokens(simulation));
  else if (step.do === "use up points") useUpPoints(simulation, step.shop);
  else if (
    applyTargetedFault(simulation, step) ||
    applyWebhookStep(simulation, step) ||
    applyStaffStep(simulation, step) ||
    applyCatalogStep(simulation, step) ||
    applySendingStep(simulation, step) ||
    applyInfrastructureStep(simulation, step)
  )
    return;
  else applyMerchantStep(simulation, step);
}

/** Few enough for one call, and not for the next. */
const POINTS_LEFT = 50;

function useUpPoints(simulation: Simulation, number: number): void {
  const { shopify } = simulation.environment;
  const bucket = shopify.core.bucketOf(shopify.shop(shopByNumber(simulation, number).domain));
  bucket.take(Math.max(0, bucket.status().currentlyAvailable - POINTS_LEFT));
}
