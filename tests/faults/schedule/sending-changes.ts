import type { TimedStep } from "./plan.ts";
import { draws } from "./random.ts";
import { drawCrash } from "./unusual-orders.ts";

/** Merchants pause the sending of a shop, change when its orders leave, and approve several at once, while orders wait and come. */
export function planSendingChanges(seed: number, shops: number, lengthMs: number): TimedStep[] {
  const draw = draws(seed, "sending");
  const at = () => draw.whole(100, lengthMs);
  const steps: TimedStep[] = [];
  for (let shop = 0; shop < shops; shop += 1) {
    if (draw.chance(0.4))
      steps.push({ at: at(), do: "pause sending", shop, resumedAfterMs: draw.pick([200, 1_500, 4_000, null]) });
    if (draw.chance(0.35))
      steps.push({
        at: at(),
        do: "change sending",
        shop,
        mode: draw.pick(["at_times", "by_hand"]),
        backAfterMs: draw.pick([300, 2_000, 4_000]),
      });
  }
  return [...steps, ...planBulkApprovals(seed, shops, lengthMs)];
}

function planBulkApprovals(seed: number, shops: number, lengthMs: number): TimedStep[] {
  const draw = draws(seed, "bulk approvals");
  return Array.from({ length: shops }, (_, shop) => shop).flatMap((shop) =>
    Array.from({ length: draw.whole(0, 2) }, (): TimedStep => {
      const meanwhile = draw.pick(["note", "correct address", "reduce"] as const);
      return { at: draw.whole(200, lengthMs), do: "approve in bulk", shop, meanwhile, crash: drawCrash(draw) };
    }),
  );
}
