import type { Goods, LinePlan, OrderPlan, ProductionPlan } from "./plan.ts";
import { draws, type Draw } from "./random.ts";
import { ORDINARY } from "./unusual-orders.ts";

/** Orders over the first `withinMs`, some in bursts. */
export function planOrders(seed: number, count: number, shops: number, withinMs: number): OrderPlan[] {
  const draw = draws(seed, "orders");
  const drawPayment = draws(seed, "payments at the service");
  let at = 0;
  return Array.from({ length: count }, (_, number) => {
    // Bursts and pauses, with the mean that fills the time.
    at = Math.min(withinMs, at + (draw.chance(0.4) ? 0 : draw.whole(0, Math.ceil((withinMs / count) * 3.3))));
    return {
      key: `o${number + 1}`,
      shop: draw.whole(0, shops - 1),
      at,
      lines: planLines(draw),
      paid: !draw.chance(0.06),
      unusualContent: draw.chance(0.02) ? draw.pick(["500 lines", "injection"] as const) : null,
      production: { ...planProduction(draw), paidAfterMs: drawPayment.pick([0, 30, 400, 1_500, null, null]) },
      unusual: ORDINARY,
    };
  });
}

const COMMON_GOODS: readonly Goods[] = ["shirt", "shirt", "shirt", "mug", "poster", "twin", "lamp"];

function planLines(draw: Draw): LinePlan[] {
  const count = draw.pick([1, 1, 1, 2, 2, 3]);
  return Array.from({ length: count }, () => ({
    goods: draw.chance(0.03) ? "unmapped" : draw.pick(COMMON_GOODS),
    quantity: draw.pick([1, 1, 1, 2, 3]),
  }));
}

function planProduction(draw: Draw): Omit<ProductionPlan, "paidAfterMs"> {
  const produceAfterMs = draw.pick([0, 30, 200, 600, 1200]);
  return {
    produceAfterMs,
    shipAfterMs: produceAfterMs + draw.pick([0, 20, 150, 700, 1500]),
    parcels: draw.chance(0.25) ? 2 : 1,
    sendTrackingTwice: draw.chance(0.2),
    eventsReversed: draw.chance(0.15),
    problem: draw.chance(0.1) ? draw.pick(["address", "words"] as const) : null,
  };
}
