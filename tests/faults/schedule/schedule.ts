import { planAnswers } from "./api-faults.ts";
import { planDoors } from "./webhook-faults.ts";
import { planMachines } from "./infrastructure-faults.ts";
import { planOrders } from "./orders.ts";
import { planPeople } from "./merchant-actions.ts";
import type { Schedule } from "./plan.ts";
import { planShops } from "./shops.ts";
import { planLasting, planTrials } from "./targeted-faults.ts";
import { withoutTwoLies } from "./contradicting-faults.ts";

/** Milliseconds in which the orders of one seed come, by their number: about as many a second as two cores bear with faults. */
const storm = (orders: number) => 1_500 + orders * 40;

/** The schedule of a seed: the same seed and number of orders give the same schedule. How the processes interleave stays free. */
export function planSeed(seed: number, orders: number): Schedule {
  const lengthMs = storm(orders);
  const shops = planShops(seed);
  const bought = planOrders(seed, orders, shops.length, lengthMs * 0.8);
  const people = planPeople(seed, bought, shops.length, lengthMs);
  const trials = planTrials(seed, bought, people, lengthMs);
  const lasting = planLasting(seed);
  const steps = [
    ...trials.steps,
    ...people,
    ...planDoors(seed, bought, shops.length, lengthMs),
    ...planAnswers(seed, orders, lengthMs),
    ...planMachines(seed, lengthMs),
  ];
  const schedule = { seed, shops, orders: trials.orders, steps: steps.sort((a, b) => a.at - b.at), lasting, lengthMs };
  return withoutTwoLies(schedule);
}
