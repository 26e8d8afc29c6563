import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import { planApiFaults } from "./api-faults.ts";
import { planWebhookFaults } from "./webhook-faults.ts";
import { planInfrastructureFaults, planStandstills } from "./infrastructure-faults.ts";
import { planOrders } from "./orders.ts";
import { planCatalogChanges } from "./catalog-changes.ts";
import { planMerchantActions } from "./merchant-actions.ts";
import type { Schedule } from "./plan.ts";
import { planSendingChanges } from "./sending-changes.ts";
import { planRepeatsShop, planShops, planWritesShop } from "./shops.ts";
import { planPermanentFaults, planTargetedFaults } from "./targeted-faults.ts";
import { withoutContradictingFaults } from "./contradicting-faults.ts";
import { planUnusualOrders } from "./unusual-orders.ts";

/** Milliseconds in which the orders of one seed come, by their number: about as many a second as two cores bear with faults. */
const faultPhaseMs = (orders: number) => 1_500 + orders * 40;

/**
 * The schedule of a seed: the same seed and number of orders give the same schedule for a version of the interface. How the processes
 * interleave stays free.
 */
export function planSeed(seed: number, orders: number, interfaceVersion: InterfaceVersion = "v1"): Schedule {
  const lengthMs = faultPhaseMs(orders);
  const shops = planShops(seed, interfaceVersion);
  const orderPlans = planOrders(seed, orders, shops.length, lengthMs * 0.8);
  const merchantSteps = planMerchantActions(seed, orderPlans, shops.length, lengthMs);
  // Beside the shops in which things happen.
  const quiet = interfaceVersion === "v3" ? [planWritesShop(shops), planRepeatsShop(shops)] : [];
  const targeted = planTargetedFaults(seed, orderPlans, merchantSteps, lengthMs, interfaceVersion, shops);
  const permanent = planPermanentFaults(seed, interfaceVersion);
  const spared = new Set(targeted.steps.flatMap((step) => ("order" in step ? [step.order] : [])));
  const unusual = planUnusualOrders(seed, shops, targeted.orders, spared, lengthMs, interfaceVersion);
  const steps = [
    ...targeted.steps,
    ...unusual.steps,
    ...merchantSteps,
    ...planCatalogChanges(seed, shops.length, lengthMs),
    ...planSendingChanges(seed, shops.length, lengthMs),
    ...planWebhookFaults(seed, orderPlans, shops.length, lengthMs),
    ...planApiFaults(seed, orders, lengthMs, interfaceVersion),
    ...planInfrastructureFaults(seed, lengthMs),
    ...planStandstills(seed, shops, lengthMs),
  ];
  const schedule = {
    seed,
    interfaceVersion,
    shops: [...shops, ...quiet],
    orders: unusual.orders,
    steps: steps.sort((a, b) => a.at - b.at),
    permanent,
    lengthMs,
  };
  return withoutContradictingFaults(schedule);
}
