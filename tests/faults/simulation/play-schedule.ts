import type { Schedule, Step } from "../schedule/plan.ts";
import { buy } from "./place-order.ts";
import { atTheDoors } from "./webhook-steps.ts";
import { atTheMachines } from "./infrastructure-steps.ts";
import { merchantActs } from "./merchant-steps.ts";
import { later, type Scene } from "./simulation.ts";
import { trialActs } from "./targeted-faults.ts";

/** Plays a schedule against the plant, in real time; resolves when its last step has begun. */
export async function play(scene: Scene): Promise<void> {
  const began = performance.now();
  for (const { at, act } of byTime(scene.schedule, scene)) {
    const wait = at - (performance.now() - began);
    if (wait > 0) await later(wait);
    act();
  }
}

function byTime({ orders, steps }: Schedule, scene: Scene): { at: number; act: () => void }[] {
  const bought = orders.map((plan) => ({ at: plan.at, act: () => buy(scene, plan) }));
  const done = steps.map((step) => ({ at: step.at, act: () => doStep(scene, step) }));
  // The sort keeps their order: who buys comes before who changes what was bought at the same time.
  return [...bought, ...done].sort((a, b) => a.at - b.at);
}

function doStep(scene: Scene, step: Step): void {
  const { press, shopify } = scene.plant;
  if (step.do === "press") press.addFault(step.fault);
  else if (step.do === "shopify") {
    const { operation, ...fault } = step.fault;
    shopify.faults.next(operation ? { ...fault, operation } : fault);
  } else if (step.do === "revoke tokens") press.revokeTokens();
  else if (trialActs(scene, step) || atTheDoors(scene, step) || atTheMachines(scene, step)) return;
  else merchantActs(scene, step);
}
