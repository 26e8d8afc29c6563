import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import type { PaymentRule, PaymentsPlan, ShopPlan, ShopRules } from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** Three to five shops; the last two share a print account. */
export function planShops(seed: number, version: InterfaceVersion): ShopPlan[] {
  const draw = draws(seed, "shops");
  const rules = draws(seed, "shop rules");
  const points = draws(seed, "points");
  const statuses = draws(seed, "status in Shopify");
  const writes = draws(seed, "payments and cancellations");
  const count = draw.whole(3, 5);
  return Array.from({ length: count }, (_, at) => ({
    name: `s${at + 1}`,
    account: Math.min(at, count - 2),
    editWindowMinutes: draw.chance(0.2) ? 15 : 0,
    notifyCustomer: !draw.chance(0.15),
    fewPoints: points.chance(0.2),
    showsStatus: statuses.chance(0.2),
    twoLocations: draw.chance(0.5),
    rules: drawRules(rules, version),
    // The first and the second shop always do what version 1 of the interface has no call for.
    ...(version === "v3" ? { payments: drawPayments(writes, at), cancels: drawWho(writes, at) } : NO_WRITES),
  }));
}

const NO_WRITES = { payments: { by: "elsewhere" }, cancels: "elsewhere" } as const;
const LIMITS = ["40", "150", "5000"] as const;

function drawPayments(draw: Draw, at: number): PaymentsPlan {
  const by = drawWho(draw, at);
  const perDay = draw.pick(LIMITS);
  return by === "automatically" ? { by, perDay } : { by };
}

const drawWho = (draw: Draw, at: number): ShopPlan["cancels"] =>
  (["automatically", "a person"] as const)[at] ?? draw.pick(["automatically", "a person", "elsewhere"]);

/** A shop where nobody changes anything, and orders are sent at once; its account has no other orders. */
const planQuietShop = (name: string, others: readonly ShopPlan[], place: 1 | 2): ShopPlan => ({
  name,
  account: Math.max(...others.map(({ account }) => account)) + place,
  ...{ editWindowMinutes: 0, notifyCustomer: true, fewPoints: false, showsStatus: false, twoLocations: false },
  rules: {
    ...{ template: 0, reviewsNames: false, holdsUnusedProperties: false, holdsTestOrders: false },
    ...{ authorized: "right_away", cashOnDelivery: "right_away", express: false },
  },
  ...NO_WRITES,
});

/** Its orders are created twice. */
export const planRepeatsShop = (others: readonly ShopPlan[]): ShopPlan => planQuietShop("repeats", others, 1);

/** Its orders are paid for and canceled automatically, which is struck. */
export const planWritesShop = (others: readonly ShopPlan[]): ShopPlan => ({
  ...planQuietShop("writes", others, 2),
  payments: { by: "automatically", perDay: "100000" },
  cancels: "automatically",
});

const PAYMENT_RULES: readonly PaymentRule[] = ["when_paid", "after_approval", "right_away"];

function drawRules(draw: Draw, version: InterfaceVersion): ShopRules {
  return {
    template: draw.whole(0, 3),
    reviewsNames: draw.chance(0.4),
    holdsUnusedProperties: !draw.chance(0.2),
    holdsTestOrders: !draw.chance(0.2),
    authorized: draw.pick(PAYMENT_RULES),
    cashOnDelivery: draw.pick(PAYMENT_RULES),
    // Version 3 of the interface has no numbers of shipping methods.
    express: draw.chance(0.6) && version === "v1",
  };
}
