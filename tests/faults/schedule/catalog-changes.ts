import { BULK_FAILPOINTS, CATALOG_FAILPOINTS, FILE_FAILPOINTS, type Failpoint } from "../environment/failpoints.ts";
import type { CrashPoint, Goods, TimedStep } from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** Mapped from the start, and never deleted. */
const MAPPED: readonly Goods[] = ["shirt", "mug", "poster", "twin"];

/** Staff changes many mappings at once while orders come, and merchants change variants that are mapped. */
export function planCatalogChanges(seed: number, shops: number, lengthMs: number): TimedStep[] {
  const draw = draws(seed, "catalog");
  const drawFile = draws(seed, "print files");
  const drawRule = draws(seed, "rules");
  const at = () => draw.whole(200, lengthMs);
  const steps: TimedStep[] = [];
  for (let shop = 0; shop < shops; shop += 1) {
    if (draw.chance(0.5))
      steps.push({ at: at(), do: "bulk edit", shop, goods: [...drawGoods(draw), "unmapped"], crash: drawCrash(draw) });
    for (let rule = 0; rule < 2; rule += 1)
      if (drawRule.chance(0.5)) {
        const goods: Goods[] = [...drawGoods(drawRule), "unmapped"];
        steps.push({
          at: drawRule.whole(200, lengthMs),
          do: "map by rule",
          shop,
          goods,
          crash: drawCrash(drawRule, BULK_FAILPOINTS),
        });
      }
    if (draw.chance(0.4))
      steps.push({ at: at(), do: "import mappings", shop, goods: drawGoods(draw), crash: drawCrash(draw) });
    if (draw.chance(0.3)) steps.push({ at: at(), do: "change variant", shop, goods: "twin" });
    for (const goods of MAPPED.filter(() => drawFile.chance(0.25))) {
      const crash = drawFile.chance(0.5) ? drawFileCrash(drawFile) : null;
      steps.push({ at: drawFile.whole(200, lengthMs), do: "replace file", shop, goods, crash });
    }
  }
  return steps;
}

/** The process that records what is known of a print file dies, or freezes, before or after the commit. */
export const drawFileCrash = (draw: Draw): CrashPoint => ({
  point: draw.pick(FILE_FAILPOINTS),
  action: draw.chance(0.7) ? "kill" : { freezeMs: draw.pick([300, 2_500]) },
});

function drawGoods(draw: Draw): Goods[] {
  const goods = MAPPED.filter(() => draw.chance(0.6));
  return goods.length > 0 ? goods : ["shirt"];
}

/** The worker that carries it out dies, or freezes, before or after the commit. */
function drawCrash(draw: Draw, points: readonly Failpoint[] = CATALOG_FAILPOINTS): CrashPoint | null {
  if (!draw.chance(0.7)) return null;
  return {
    point: draw.pick(points),
    action: draw.chance(0.7) ? "kill" : { freezeMs: draw.pick([300, 5_000]) },
  };
}
