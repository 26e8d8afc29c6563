import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import { ARTWORK_PROPERTIES, IGNORED_PROPERTY } from "../content/line-content.ts";
import type { Property } from "../content/note-template.ts";
import { ACTION_FAILPOINTS } from "../environment/failpoints.ts";
import {
  changesBy,
  type ChangeKind,
  type CrashPoint,
  type OrderPlan,
  type ShopPlan,
  type TimedStep,
  type UnusualPlan,
} from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** An order of an ordinary day: nothing in it needs a look. */
export const ORDINARY: UnusualPlan = {
  properties: [],
  late: false,
  kind: null,
  express: false,
  scheduled: false,
  unrouted: false,
};

export interface UnusualOrders {
  orders: OrderPlan[];
  steps: TimedStep[];
}

/**
 * Makes some orders unusual: texts and artwork of the customer, test orders, pickups, payments to come, orders that Shopify
 * fulfilled first, goods of a later date, refunds. `spared`: orders that have a fault of their own, which a hold would keep from happening.
 */
export function planUnusualOrders(
  seed: number,
  shops: readonly ShopPlan[],
  orderPlans: readonly OrderPlan[],
  spared: ReadonlySet<string>,
  lengthMs: number,
  version: InterfaceVersion,
): UnusualOrders {
  const draw = draws(seed, "unusual orders");
  const drawLater = draws(seed, "scheduled and refunded orders");
  const drawRouting = draws(seed, "routing");
  const steps: TimedStep[] = [];
  const orders = orderPlans.map((order) => {
    if (spared.has(order.key) || order.unusualContent) return order;
    const drawn = drawUnusual(draw, order, shops[order.shop]?.twoLocations ?? false);
    const scheduled = drawn.kind === null && drawLater.chance(0.06);
    // Of a pickup, or a later date, only a fulfillment order tells.
    const unrouted = drawn.kind === null && !scheduled && drawRouting.chance(0.08);
    const unusual = { ...drawn, scheduled, unrouted };
    steps.push(
      ...planAnswers(draw, { ...order, unusual }, changesBy(version)),
      ...planLater(drawLater, { ...order, unusual }),
    );
    if (unrouted && drawRouting.chance(0.6))
      steps.push({ at: order.at + drawRouting.pick([...AFTER_MS, 3_000]), do: "route order", order: order.key });
    return { ...order, unusual };
  });
  shops.forEach((_, shop) => steps.push(...planCatalogChanges(draw, shop, lengthMs)));
  return { orders, steps };
}

function drawUnusual(draw: Draw, order: OrderPlan, twoLocations: boolean): Omit<UnusualPlan, "scheduled" | "unrouted"> {
  const kind = draw.chance(0.2)
    ? draw.pick(["test", "pickup", "local delivery", "authorized", "cash on delivery", "fulfilled first"] as const)
    : null;
  return {
    properties: order.lines.map((_, at) => (draw.chance(0.2) ? drawProperties(draw, `${order.key}-${at}`) : [])),
    late: draw.chance(0.04),
    // Fulfilled by hand, items at two locations become two fulfillments: nobody could say which one a parcel belongs to.
    kind: kind === "fulfilled first" && twoLocations ? null : kind,
    express: draw.chance(0.1),
  };
}

function drawProperties(draw: Draw, line: string): Property[] {
  const link = (side: string) => `https://cdn.shopify.com/artwork/own-${side}-${line}.png`;
  const all: Property[] = [
    { name: "Name on the back", value: draw.chance(0.15) ? `Zephyrine\n${line}` : `Zephyrine ${line}` },
    { name: "Number", value: String(draw.whole(1, 99)) },
    { name: ARTWORK_PROPERTIES.front, value: link("front") },
    { name: ARTWORK_PROPERTIES.back, value: link("back") },
    { name: ARTWORK_PROPERTIES.mockup, value: link("mockup") },
    { name: IGNORED_PROPERTY, value: "yes" },
    { name: "Engraving", value: `For Zephyrine ${line}` },
  ];
  const likelihood = [0.6, 0.4, 0.3, 0.2, 0.2, 0.2, 0.15];
  return all.filter((_, at) => draw.chance(likelihood[at] ?? 0));
}

const AFTER_MS = [100, 400, 1_200] as const;

/** The date of most scheduled goods comes; some orders are refunded in full, with their items left in them. */
function planLater(draw: Draw, { key, at, unusual }: OrderPlan): TimedStep[] {
  const steps: TimedStep[] = [];
  if (unusual.scheduled && draw.chance(0.6))
    steps.push({ at: at + draw.pick([200, ...AFTER_MS, 2_500]), do: "open scheduled", order: key });
  if (draw.chance(0.04)) steps.push({ at: at + draw.pick([0, 40, ...AFTER_MS]), do: "refund amount", order: key });
  return steps;
}

/** Staff looks at some orders at once, and holds others; the rest is answered at the end. */
function planAnswers(draw: Draw, { key, at, unusual, paid }: OrderPlan, changes: readonly ChangeKind[]): TimedStep[] {
  const steps: TimedStep[] = [];
  const hasTexts = unusual.properties.some((properties) => properties.length > 0);
  const isHeld = unusual.kind !== null || hasTexts || !paid;
  const act = isHeld ? draw.pick(["answer", "answer", "change order", null] as const) : null;
  const soon = at + draw.pick(AFTER_MS);
  if (act === "answer") steps.push({ at: soon, do: act, order: key, crash: drawCrash(draw) });
  if (act === "change order")
    steps.push({ at: soon, do: act, order: key, change: draw.pick(changes), crash: drawCrash(draw) });
  if (draw.chance(0.04))
    steps.push({ at: at + draw.pick([0, 20, 60]), do: "staff hold", order: key, crash: drawCrash(draw) });
  if (unusual.kind === "authorized" && draw.chance(0.4))
    steps.push({ at: at + draw.pick(AFTER_MS), do: "pay", order: key });
  return steps;
}

/** Merchants change what their goods print as, and how notes are made, while orders come. */
function planCatalogChanges(draw: Draw, shop: number, lengthMs: number): TimedStep[] {
  const steps: TimedStep[] = [];
  const at = () => draw.whole(200, lengthMs);
  if (draw.chance(0.4))
    steps.push({ at: at(), do: "map", shop, goods: draw.pick(["shirt", "twin", "poster"] as const) });
  if (draw.chance(0.5)) steps.push({ at: at(), do: "map", shop, goods: "late" });
  if (draw.chance(0.3)) steps.push({ at: at(), do: "map", shop, goods: "unmapped" });
  if (draw.chance(0.3)) steps.push({ at: at(), do: "change note template", shop, template: draw.whole(0, 3) });
  return steps;
}

/** A process dies just before or just after the commit of what a person does. */
export function drawCrash(draw: Draw): CrashPoint | null {
  if (!draw.chance(0.4)) return null;
  return {
    point: draw.pick(ACTION_FAILPOINTS),
    action: draw.chance(0.7) ? "kill" : { freezeMs: draw.pick([300, 2_500]) },
  };
}
