import type { InterfaceVersion } from "../../../app/ports/print-service.ts";
import type { PaymentRule, ShopPlan, ShopRules } from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** Three to five shops; the last two share a print account. */
export function planShops(seed: number, version: InterfaceVersion): ShopPlan[] {
  const draw = draws(seed, "shops");
  const rules = draws(seed, "shop rules");
  const points = draws(seed, "points");
  const statuses = draws(seed, "status in Shopify");
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
  }));
}

/** A shop on an account of its own, where nobody changes anything, and orders are sent at once. */
export const planRepeatsShop = (others: readonly ShopPlan[]): ShopPlan => ({
  name: "repeats",
  account: Math.max(...others.map(({ account }) => account)) + 1,
  ...{ editWindowMinutes: 0, notifyCustomer: true, fewPoints: false, showsStatus: false, twoLocations: false },
  rules: {
    ...{ template: 0, reviewsNames: false, holdsUnusedProperties: false, holdsTestOrders: false },
    ...{ authorized: "right_away", cashOnDelivery: "right_away", express: false },
  },
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
