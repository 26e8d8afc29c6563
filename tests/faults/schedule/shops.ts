import type { ShopPlan } from "./plan.ts";
import { draws } from "./random.ts";

/** Three to five shops; the last two share a print account. */
export function planShops(seed: number): ShopPlan[] {
  const draw = draws(seed, "shops");
  const count = draw.whole(3, 5);
  return Array.from({ length: count }, (_, at) => ({
    name: `s${at + 1}`,
    account: Math.min(at, count - 2),
    editWindowMinutes: draw.chance(0.2) ? 15 : 0,
    notifyCustomer: !draw.chance(0.15),
    twoLocations: draw.chance(0.5),
  }));
}
