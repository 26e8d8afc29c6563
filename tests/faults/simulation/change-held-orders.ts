import { changesBy, type ChangeKind, type Step } from "../schedule/plan.ts";
import { draws } from "../schedule/random.ts";
import { drawCrash } from "../schedule/unusual-orders.ts";
import { applyCatalogStep } from "./catalog-steps.ts";
import { applyMerchantStep } from "./merchant-steps.ts";
import type { Simulation, SimulatedOrder } from "./simulation.ts";
import { changeHeldLine, heldLines, type HeldLine } from "./staff-steps.ts";
import { waitUntilIdle } from "./wait-until-settled.ts";

/** Staff changes some of the orders that are held; for half of them, what they changed then changes in Shopify or the mapping. */
export async function changeHeldOrders(simulation: Simulation): Promise<void> {
  const shopsInUse = [...simulation.orders.values()].filter(({ shop }) => !shop.uninstalledForGood);
  const changed = await Promise.all(shopsInUse.map((found) => changeIfHeld(simulation, found)));
  if (changed.some((isChanged) => isChanged)) await waitUntilIdle(simulation);
}

async function changeIfHeld(simulation: Simulation, found: SimulatedOrder): Promise<boolean> {
  const draw = draws(simulation.schedule.seed, `change ${found.key}`);
  if (!draw.chance(0.4)) return false;
  const [line] = await heldLines(simulation, found);
  if (!line) return false;
  const change = draw.pick(changesBy(simulation.schedule.interfaceVersion));
  await changeHeldLine(simulation, found, line, { change, crash: drawCrash(draw) });
  const step = draw.chance(0.5) ? contrary(found, line, change) : null;
  if (step && !applyCatalogStep(simulation, step)) applyMerchantStep(simulation, step);
  return true;
}

/** What makes the change outdated. */
function contrary({ plan, goods }: SimulatedOrder, { lineGid }: HeldLine, change: ChangeKind): Step | null {
  const named = goods.get(lineGid.split("/").at(-1) ?? "");
  switch (change) {
    case "SKU":
    case "artwork":
      return named ? { do: "map", shop: plan.shop, goods: named } : null;
    case "note":
      return { do: "change note template", shop: plan.shop, template: 2 };
    case "quantity":
      return { do: "reduce", order: plan.key };
    case "address":
      return { do: "correct address", order: plan.key };
    case "method":
      return null;
  }
}
