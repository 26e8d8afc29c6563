import type { Step } from "../schedule/plan.ts";
import { forgeEvent, forgeWebhook, unknownEvent } from "./forged-requests.ts";
import { malformedBody } from "./malformed-body.ts";
import { runInBackground, shopByNumber, type Simulation, type SimulatedOrder } from "./simulation.ts";

/** Faults at the webhook endpoints. Returns whether the step was one of these. */
export function applyWebhookStep(simulation: Simulation, step: Step): boolean {
  const { shopify, printService } = simulation.environment;
  switch (step.do) {
    case "webhooks":
      shopify.webhooks.addRule({
        kind: step.kind,
        delayMs: step.delayMs,
        ...(step.topic ? { topic: step.topic } : {}),
      });
      return true;
    case "events":
      printService.addEventFault({ effect: step.effect, times: step.times, ms: step.ms });
      return true;
    case "dead_letter":
      return sendMalformedWebhook(simulation, step);
    case "unknown event":
      runInBackground(simulation, unknownEvent(simulation, shopByNumber(simulation, step.shop).account));
      return true;
    case "replay":
    case "forge webhook":
    case "forge event": {
      const found = simulation.orders.get(step.order);
      if (found) applyOrderWebhookStep(simulation, found, step);
      return true;
    }
    default:
      return false;
  }
}

type OrderWebhookStep = Step & { do: "replay" | "forge webhook" | "forge event" };

function applyOrderWebhookStep(simulation: Simulation, found: SimulatedOrder, step: OrderWebhookStep): void {
  if (step.do === "forge webhook") runInBackground(simulation, forgeWebhook(simulation, found, step.how));
  else if (step.do === "forge event") runInBackground(simulation, forgeEvent(simulation, found, step.how));
  else if (found.created) replay(simulation, found, found.created, step.as);
}

function replay(
  simulation: Simulation,
  { shop }: SimulatedOrder,
  created: NonNullable<SimulatedOrder["created"]>,
  as: "same id" | "new id" | "other shop",
): void {
  const { shopify } = simulation.environment;
  if (as === "same id") return shopify.webhooks.resend(created);
  const other = simulation.shops.find((one) => one.domain !== shop.domain);
  const to = as === "other shop" && other ? other.domain : shop.domain;
  shopify.sendWebhook(to, created.topic, created.body);
}

function sendMalformedWebhook(simulation: Simulation, step: Step & { do: "dead_letter" }): boolean {
  const { domain } = shopByNumber(simulation, step.shop);
  const base = [...simulation.orders.values()].find((one) => one.shop.domain === domain && one.created);
  if (!base?.created) return true;
  const id = 1_000_000_000 + simulation.schedule.seed * 100 + simulation.unreadableIds.length;
  const sent = simulation.environment.shopify.sendWebhook(
    domain,
    "orders/create",
    malformedBody(base.created.body, step.body, id),
  );
  simulation.unreadableIds.push(sent.id);
  return true;
}
