import { RULE_SETS, type OrderPlan, type Step, type TimedStep } from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** What merchants do to their orders meanwhile. */
export function planMerchantActions(
  seed: number,
  orders: readonly OrderPlan[],
  shops: number,
  lengthMs: number,
): TimedStep[] {
  const draw = draws(seed, "people");
  const steps: TimedStep[] = [];
  for (const order of orders) {
    // Soon after the order, so that it meets the sending; or late, so that it meets the fulfillment.
    const later = () => order.at + draw.pick([0, 40, 150, 400, 1000, 2500]);
    if (!order.paid && draw.chance(0.7)) steps.push({ at: later(), do: "pay", order: order.key });
    if (draw.chance(0.35)) steps.push({ at: later(), ...drawAction(draw, order.key) });
  }
  steps.push(...planSplits(seed, orders), ...planExchanges(seed, orders), ...planServices(seed, orders));
  if (draw.chance(0.2)) {
    const shop = draw.whole(0, shops - 1);
    steps.push({ at: draw.whole(200, lengthMs), do: "uninstall", shop, backAfterMs: draw.pick([200, 800, 2000]) });
  }
  if (draw.chance(0.25)) steps.push({ at: draw.whole(200, lengthMs), do: "redact", order: draw.pick(orders).key });
  for (let shop = 0; shop < shops; shop += 1)
    if (draw.chance(0.5)) steps.push({ at: draw.whole(0, lengthMs / 2), do: "grant write_orders", shop });
  return [...steps, ...planRules(seed, shops, lengthMs)];
}

/** Rules change while orders wait. */
function planRules(seed: number, shops: number, lengthMs: number): TimedStep[] {
  const draw = draws(seed, "rules");
  return Array.from({ length: shops }, (_, shop) => shop)
    .filter(() => draw.chance(0.5))
    .flatMap((shop) =>
      Array.from({ length: draw.whole(1, 3) }, (): TimedStep => {
        return { at: draw.whole(0, lengthMs), do: "change rules", shop, rules: draw.pick(RULE_SETS) };
      }),
    );
}

/** Of orders with a line item that can be split: soon, so that most are split before they are fulfilled. */
function planSplits(seed: number, orders: readonly OrderPlan[]): TimedStep[] {
  const draw = draws(seed, "splits");
  return orders
    .filter((order) => order.lines.some((line) => line.quantity > 1) && draw.chance(0.25))
    .map((order) => ({ at: order.at + draw.pick([200, 400, 1000]), do: "split", order: order.key }));
}

/** A customer gets other goods in exchange, for nothing: Shopify makes a fulfillment order of them later, or never. */
function planExchanges(seed: number, orders: readonly OrderPlan[]): TimedStep[] {
  const draw = draws(seed, "exchanges");
  return orders
    .filter(() => draw.chance(0.06))
    .flatMap(({ key: order, at: placed }): TimedStep[] => {
      const at = placed + draw.pick([150, 1_000, 2_500]);
      const goods = draw.pick(["shirt", "mug", "twin"] as const);
      const steps: TimedStep[] = [{ at, do: "add line", order, goods, quantity: 1, unrouted: true }];
      return draw.chance(0.5) ? [...steps, { at: at + draw.pick([50, 600, 2_500]), do: "route order", order }] : steps;
    });
}

/** Merchants hand some pieces, or all of a fulfillment order, to another app's fulfillment service: before they are printed, or after. */
function planServices(seed: number, orders: readonly OrderPlan[]): TimedStep[] {
  const draw = draws(seed, "fulfillment services");
  return orders
    .filter(() => draw.chance(0.1))
    .map((order) => ({
      at: order.at + draw.pick([60, 200, 1_000, 2_500]),
      do: "give to service",
      order: order.key,
      all: draw.chance(0.3),
      listed: draw.pick(["first", "last"]),
    }));
}

function drawAction(draw: Draw, order: string): Step {
  const kind = draw.pick([
    "cancel",
    "cancel",
    "reduce",
    "refund",
    "correct address",
    "correct address",
    "note",
    "add line",
    "add line",
    "fulfill by hand",
    "hold",
    "move",
  ] as const);
  switch (kind) {
    case "add line":
      return {
        do: kind,
        order,
        goods: draw.pick(["shirt", "mug", "twin"] as const),
        quantity: draw.whole(1, 2),
        unrouted: false,
      };
    case "fulfill by hand":
      return { do: kind, order, all: draw.chance(0.5), tracking: draw.chance(0.5), notify: draw.chance(0.3) };
    case "hold":
      return { do: kind, order, forMs: draw.pick([100, 600, 2000]) };
    default:
      return { do: kind, order };
  }
}
