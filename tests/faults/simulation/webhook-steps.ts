import type { Step } from "../schedule/plan.ts";
import { forgeEvent, forgeWebhook, unknownEvent } from "./forged-requests.ts";
import { poisoned } from "./malformed-body.ts";
import { beside, shopOf, type Scene, type SceneOrder } from "./simulation.ts";

/** What goes wrong at the doors. Returns whether the step was one of these. */
export function atTheDoors(scene: Scene, step: Step): boolean {
  const { shopify, press } = scene.plant;
  switch (step.do) {
    case "webhooks":
      shopify.webhooks.addRule({
        kind: step.kind,
        delayMs: step.delayMs,
        ...(step.topic ? { topic: step.topic } : {}),
      });
      return true;
    case "events":
      press.addEventFault({ effect: step.effect, times: step.times, ms: step.ms });
      return true;
    case "poison":
      return poison(scene, step);
    case "unknown event":
      beside(scene, unknownEvent(scene, shopOf(scene, step.shop).account));
      return true;
    case "replay":
    case "forge webhook":
    case "forge event": {
      const found = scene.orders.get(step.order);
      if (found) aboutOrder(scene, found, step);
      return true;
    }
    default:
      return false;
  }
}

type AboutOrder = Step & { do: "replay" | "forge webhook" | "forge event" };

function aboutOrder(scene: Scene, found: SceneOrder, step: AboutOrder): void {
  if (step.do === "forge webhook") beside(scene, forgeWebhook(scene, found, step.how));
  else if (step.do === "forge event") beside(scene, forgeEvent(scene, found, step.how));
  else if (found.created) replay(scene, found, found.created, step.as);
}

function replay(
  scene: Scene,
  { shop }: SceneOrder,
  created: NonNullable<SceneOrder["created"]>,
  as: "same id" | "new id" | "other shop",
): void {
  const { shopify } = scene.plant;
  if (as === "same id") return shopify.webhooks.resend(created);
  const other = scene.shops.find((one) => one.domain !== shop.domain);
  const to = as === "other shop" && other ? other.domain : shop.domain;
  shopify.sendWebhook(to, created.topic, created.body);
}

function poison(scene: Scene, step: Step & { do: "poison" }): boolean {
  const { domain } = shopOf(scene, step.shop);
  const base = [...scene.orders.values()].find((one) => one.shop.domain === domain && one.created);
  if (!base?.created) return true;
  const id = 1_000_000_000 + scene.schedule.seed * 100 + scene.unreadable.length;
  const sent = scene.plant.shopify.sendWebhook(domain, "orders/create", poisoned(base.created.body, step.body, id));
  scene.unreadable.push(sent.id);
  return true;
}
