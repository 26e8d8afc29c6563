import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import {
  PRINT_SERVICE_EFFECTS,
  SHOPIFY_FAULT_KINDS,
  type PrintServiceFault,
  type ShopifyFault,
  type TimedStep,
} from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** Answers of both systems that are spoilt, or come too late. */
export function planApiFaults(seed: number, orders: number, lengthMs: number, version: InterfaceVersion): TimedStep[] {
  const draw = draws(seed, "answers");
  const steps: TimedStep[] = [];
  const at = () => draw.whole(0, lengthMs);
  for (let n = 0; n < Math.ceil(orders / 6); n += 1)
    steps.push({ at: at(), do: "print service", fault: drawPrintServiceFault(draw) });
  const writes = draws(seed, "answers to payments and cancellations");
  if (version === "v3")
    for (const endpoint of ["pay", "cancel"] as const)
      steps.push({ at: 0, do: "print service", fault: { ...drawPrintServiceFault(writes), endpoint } });
  for (let n = 0; n < Math.ceil(orders / 6); n += 1)
    steps.push({ at: at(), do: "shopify", fault: drawShopifyFault(draw) });
  if (draw.chance(0.2)) {
    // Away for long: no caller's request is processed.
    const fault: PrintServiceFault = { effect: "server_error", endpoint: "any", times: draw.whole(20, 60), ms: 0 };
    steps.push({ at: at(), do: "print service", fault });
  }
  if (draw.chance(0.2)) steps.push({ at: at(), do: "revoke tokens" });
  return steps;
}

function drawPrintServiceFault(draw: Draw): PrintServiceFault {
  const effect = draw.pick(PRINT_SERVICE_EFFECTS);
  const fault: PrintServiceFault = {
    effect,
    endpoint: draw.pick(["create", "create", "create", "create", "list", "detail", "token", "any"] as const),
    times: draw.pick([1, 1, 2]),
    // Around the time that a call may take.
    ms: draw.pick([50, 400, 1400, 1600, 2500]),
  };
  if (effect === "too_many" && draw.chance(0.5)) fault.retryAfter = draw.pick(["1", "5", "3600"]);
  // Both ways, where the work and the answer are two things. A refusal that worked is no answer that a service could mean.
  const either = [
    "hang",
    "reset",
    "cut",
    "truncated",
    "bad_gateway",
    "server_error",
    "html",
    "empty",
    "huge",
    "redirect",
  ];
  if (either.includes(effect) && draw.chance(0.5)) fault.worked = draw.chance(0.5);
  return fault;
}

function drawShopifyFault(draw: Draw): ShopifyFault {
  return {
    kind: draw.pick(SHOPIFY_FAULT_KINDS),
    operation: draw.pick([
      "fulfillmentCreate",
      "fulfillmentCreate",
      "fulfillmentCreate",
      "fulfillmentTrackingInfoUpdate",
      "fulfillmentOrderHold",
      "order",
      null,
    ] as const),
    times: draw.pick([1, 1, 2]),
  };
}
