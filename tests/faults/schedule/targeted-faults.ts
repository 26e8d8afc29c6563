import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import { WRITE_FAILPOINTS } from "../environment/failpoints.ts";
import type { OrderPlan, ShopPlan, TimedStep } from "./plan.ts";
import { draws, type Draw } from "./random.ts";
import {
  REJECTIONS,
  REPEAT_STRIKES,
  SPOILT_WRITES,
  type PermanentFaults,
  type WriteKind,
  type WriteStrike,
} from "./targeted-fault-types.ts";

export interface TargetedPlan {
  orders: OrderPlan[];
  steps: TimedStep[];
}

/**
 * What befalls single orders and shops. Returns the orders, too: one whose product goes has to be one that waits. After `shops` come two
 * more by version 3: the one whose payments and cancellations are struck, and the one whose orders are created twice.
 */
export function planTargetedFaults(
  seed: number,
  orderPlans: readonly OrderPlan[],
  merchantSteps: readonly TimedStep[],
  lengthMs: number,
  version: InterfaceVersion,
  shops: readonly ShopPlan[],
): TargetedPlan {
  const draw = draws(seed, "trials");
  const drawDenials = draws(seed, "denials");
  const orders = [...orderPlans];
  const steps: TimedStep[] = [];
  // Each trial is of an order of its own: what two of them together mean is nobody's to judge.
  const free = orders.map((_, at) => at);
  const take = (): OrderPlan | undefined => orders[free.splice(draw.whole(0, free.length - 1), 1)[0] ?? -1];
  const some = (most: number, plan: (order: OrderPlan) => TimedStep[]) => {
    for (let n = draw.whole(0, most); n > 0; n -= 1) {
      const order = take();
      if (order) steps.push(...plan(order));
    }
  };
  some(2, ({ key, at }) => {
    const permanent = draw.chance(0.5);
    return [{ at, do: "reject order", order: key, effect: draw.pick(REJECTIONS), permanent }];
  });
  some(1, ({ key, at }) => [{ at, do: "two 401s", order: key }]);
  some(2, ({ key, at }) => [{ at, do: "429 after create", order: key, denied: drawDenials.whole(0, 2) }]);
  some(2, ({ key, at }) => {
    const from = draw.pick(["list", "list and detail"] as const);
    return [{ at, do: "hide order", order: key, from, afterMs: draw.pick([0, 200, 1000]) }];
  });
  some(1, (order) => {
    orders[orders.indexOf(order)] = { ...order, paid: false, lines: [...order.lines, limited(draw)] };
    return [{ at: order.at, do: "delete product", order: order.key, payAfterMs: draw.pick([0, 50, 500]) }];
  });
  if (version === "v3") {
    // Plain: it is placed after the storm, and nothing else may keep it from being sent while what strikes it is waited for.
    const takePlain = (shop: number, over: Partial<OrderPlan["production"]> = {}): string | undefined => {
      const order = take();
      if (!order) return undefined;
      const production = { ...order.production, ...over };
      const plain = { at: lengthMs, shop, paid: true, unusualContent: null, production };
      orders[orders.indexOf(order)] = { ...order, ...plain, lines: [{ goods: "shirt", quantity: 1 }] };
      return order.key;
    };
    const drawRepeats = draws(seed, "repeated creates");
    for (const strike of REPEAT_STRIKES) {
      const order = drawRepeats.chance(0.7) ? takePlain(shops.length + 1) : undefined;
      if (order) steps.push({ at: lengthMs, do: "strike repeat", order, strike });
    }
    const paysNothing = planPermanentFaults(seed, version).version3.pricesUntilPaid === "zero";
    for (const { kind, by } of drawWriteStrikes(draws(seed, "struck payments and cancellations"))) {
      if (kind === "pay" && paysNothing) continue;
      const order = takePlain(shops.length, kind === "cancel" ? PRINTED_LATE : PRINTED_AT_ONCE);
      if (order) steps.push({ at: lengthMs, do: "strike write", order, kind, by });
    }
    const drawCanceled = draws(seed, "canceled once sent");
    for (const { key, at } of orders.filter(({ shop }) => (shops[shop]?.cancels ?? "elsewhere") !== "elsewhere"))
      if (drawCanceled.chance(0.25))
        steps.push({ at, do: "cancel once sent", order: key, afterMs: drawCanceled.pick([0, 500, 3_000]) });
  }
  const leavingOrder = draw.pick(orders);
  const comesBack = merchantSteps.some((step) => step.do === "uninstall" && step.shop === leavingOrder.shop);
  if (draw.chance(0.15) && !comesBack) steps.push(...uninstallSteps(draw, leavingOrder, lengthMs));
  return { orders, steps };
}

/** Nothing keeps the printer from a paid order, or the printer begins so late that the order can be canceled until then. */
const PRINTED_AT_ONCE = { produceAfterMs: 0, shipAfterMs: 0, problem: null };
const PRINTED_LATE = { produceAfterMs: 30_000, shipAfterMs: 30_000, problem: null };

/** The wallet comes last: an account that could not pay waits before it tries again. */
function drawWriteStrikes(draw: Draw): { kind: WriteKind; by: WriteStrike }[] {
  const strikes = (["pay", "cancel"] as const).flatMap((kind): { kind: WriteKind; by: WriteStrike }[] => {
    const point = draw.pick([...WRITE_FAILPOINTS[kind], ...WRITE_FAILPOINTS.both]);
    const action = draw.chance(0.65) ? "kill" : { freezeMs: draw.pick([300, 5_000]) };
    const spoilt = draw.pick(SPOILT_WRITES.filter((one) => one !== "empty wallet"));
    return [
      { kind, by: { point, action } },
      { kind, by: spoilt },
    ];
  });
  return draw.chance(0.5) ? [...strikes, { kind: "pay", by: "empty wallet" }] : strikes;
}

const limited = (draw: Draw) => ({ goods: "limited" as const, quantity: draw.whole(1, 2) });

/** A merchant leaves while an order is about to be sent: what is read for it from Shopify takes its time. */
function uninstallSteps(draw: Draw, { shop, at }: OrderPlan, lengthMs: number): TimedStep[] {
  const fault = { kind: "slow" as const, operation: "order" as const, times: draw.whole(1, 4) };
  return [
    { at, do: "shopify", fault },
    {
      at: Math.min(lengthMs, at + draw.pick([50, 150, 400, 1000])),
      do: "uninstall for good",
      shop,
      webhookDelivered: draw.chance(0.5),
      redactAfterMs: draw.pick([300, 1500, 4000]),
    },
  ];
}

type ListFaults = Pick<PermanentFaults, "listing" | "unreadable">;

const NONE: ListFaults = { listing: {}, unreadable: null };

/** The ways of the service in this seed. */
export function planPermanentFaults(seed: number, version: InterfaceVersion): PermanentFaults {
  const draw = draws(seed, "ways of the service");
  const plan: PermanentFaults = {
    ...planListFaults(seed),
    dialect: drawDialect(draw),
    duplicates: draw.chance(0.4) ? "refuse" : "accept",
    billing: draw.chance(0.3) ? "by_order" : "prepaid",
    version3: {},
  };
  return version === "v1" ? plan : withWaysOfVersion3(seed, plan);
}

/** By version 3 each order is paid for, and none is made twice under one reference. Its answers have no text and no HTML of their own. */
function withWaysOfVersion3(seed: number, plan: PermanentFaults): PermanentFaults {
  const draw = draws(seed, "ways of version 3");
  const { eventItems: _, notFound: __, listTracking: ___, ...dialect } = plan.dialect;
  return {
    ...plan,
    dialect,
    duplicates: "refuse",
    billing: "by_order",
    version3: {
      repeatedOrderId: draw.chance(0.2) ? "checked last" : "refused",
      eventIds: draw.pick(["both", "client", "service"] as const),
      paidTwice: draw.pick(["refused", "succeeds", "charges"] as const),
      paymentTakesMs: draw.pick([0, 0, 2_000]),
      // Where no amount is known before an order is paid, nothing is paid automatically.
      pricesUntilPaid: draw.chance(0.85) ? "known" : "zero",
    },
  };
}

function drawDialect(draw: Draw): PermanentFaults["dialect"] {
  const of: PermanentFaults["dialect"] = {};
  if (draw.chance(0.25)) of.ordersPerCreate = "per_item";
  if (draw.chance(0.25)) of.listTracking = false;
  if (draw.chance(0.25)) of.referencePrefix = "#";
  if (draw.chance(0.25)) Object.assign(of, { skuPrefix: draw.pick(["PW-", "PW17-"]), skuTail: draw.pick(["", "-US"]) });
  if (draw.chance(0.15)) of.eventItems = "object";
  if (draw.chance(0.2)) of.notFound = draw.pick(["text", "html"] as const);
  return of;
}

/** How the service lists its orders, and whether its list can be read in the end. */
function planListFaults(seed: number): ListFaults {
  const draw = draws(seed, "lasting");
  if (draw.chance(0.1)) return { ...NONE, unreadable: draw.pick(["server_error", "html", "body_status"] as const) };
  return draw.chance(0.6) ? { ...NONE, listing: listing(draw) } : NONE;
}

function listing(draw: Draw): PermanentFaults["listing"] {
  const of: PermanentFaults["listing"] = {};
  const either = draw.whole(0, 5);
  if (either === 0) of.limitCounts = "items";
  // A few orders fill such a page.
  if (either === 1) of.pageBytes = draw.pick([1_500, 4_000]);
  if (either === 2) of.shortPages = [draw.whole(1, 9), draw.whole(1, 9)];
  if (either === 3) of.underLoad = { every: draw.whole(2, 4), limit: draw.pick([5, 20]) };
  // Within the lag that the app is configured with: a quiet period.
  if (either === 4) of.late = { every: draw.whole(2, 5), ms: draw.pick([300, 1_000]) };
  if (draw.chance(0.3)) of.pageNumber = "clamped";
  if (draw.chance(0.3)) of.sequence = "oldest first";
  if (draw.chance(0.3)) of.lengthOf = "range";
  return of;
}
