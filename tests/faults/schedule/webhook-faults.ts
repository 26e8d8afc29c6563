import { FORGERIES, MALFORMED_BODIES, type OrderPlan, type TimedStep } from "./plan.ts";
import { draws } from "./random.ts";

/** Faults at the webhook endpoints: webhooks and events lost, repeated, late, forged, unreadable. */
export function planWebhookFaults(
  seed: number,
  orders: readonly OrderPlan[],
  shops: number,
  lengthMs: number,
): TimedStep[] {
  const draw = draws(seed, "webhooks");
  const steps: TimedStep[] = [];
  const addSteps = (count: number, make: () => TimedStep) => {
    for (let n = 0; n < count; n += 1) steps.push(make());
  };
  const at = () => draw.whole(0, lengthMs);
  const order = () => draw.pick(orders).key;
  // A tenth of the webhooks about new orders is lost, and a tenth of those about their routing; of the others some.
  const lose = (topic: string) =>
    ({ at: draw.pick(orders).at, do: "webhooks", kind: "drop", topic, delayMs: 0 }) as const;
  addSteps(Math.ceil(orders.length / 10), () => lose("orders/create"));
  addSteps(Math.ceil(orders.length / 10), () => lose("fulfillment_orders/order_routing_complete"));
  addSteps(Math.ceil(orders.length / 5), () => ({
    at: at(),
    do: "webhooks",
    kind: draw.pick(["drop", "double", "double-new-id", "delay"] as const),
    topic: draw.pick([null, null, "orders/create", "orders/updated", "orders/cancelled", "orders/edited"]),
    delayMs: draw.pick([50, 300, 1500]),
  }));
  addSteps(Math.ceil(orders.length / 12), () => ({
    at: at(),
    do: "replay",
    order: order(),
    as: draw.pick(["same id", "new id", "other shop"] as const),
  }));
  addSteps(2, () => ({ at: at(), do: "forge webhook", order: order(), how: draw.pick(FORGERIES) }));
  addSteps(2, () => ({
    at: at(),
    do: "dead_letter",
    shop: draw.whole(0, shops - 1),
    body: draw.pick(MALFORMED_BODIES),
  }));
  addSteps(Math.ceil(orders.length / 7), () => ({
    at: at(),
    do: "events",
    effect: draw.pick(["drop", "double", "reorder", "delay"] as const),
    times: draw.whole(1, 3),
    ms: draw.pick([50, 400, 1500]),
  }));
  addSteps(2, () => ({
    at: at(),
    do: "forge event",
    order: order(),
    how: draw.pick(["wrong key", "no key", "other account"] as const),
  }));
  addSteps(1, () => ({ at: at(), do: "unknown event", shop: draw.whole(0, shops - 1) }));
  return steps;
}
