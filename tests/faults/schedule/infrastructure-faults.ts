import { WEB_FAILPOINTS, FAILPOINTS } from "../environment/failpoints.ts";
import type { ShopPlan, Step, TimedStep, ProcessName } from "./plan.ts";
import { draws, type Draw } from "./random.ts";

/** What befalls processes, Redis, the database and clocks. Two at named points, and some at any time. */
export function planInfrastructureFaults(seed: number, lengthMs: number): TimedStep[] {
  const draw = draws(seed, "machines");
  const at = () => draw.whole(100, Math.floor(lengthMs * 0.8));
  const steps: TimedStep[] = [];
  for (let n = 0; n < 2; n += 1) steps.push({ at: draw.whole(0, lengthMs / 2), ...drawFailpointStep(draw) });
  const count = draw.whole(1, 3);
  for (let n = 0; n < count; n += 1) steps.push({ at: at(), ...drawFault(draw) });
  return steps;
}

function drawFailpointStep(draw: Draw): Step {
  const point = draw.pick(FAILPOINTS);
  return {
    do: "failpoint",
    process: WEB_FAILPOINTS.includes(point) ? "web" : worker(draw),
    point,
    action: draw.chance(0.65) ? "kill" : { freezeMs: draw.pick([300, 2500, 5000]) },
    nth: draw.whole(1, 5),
  };
}

const worker = (draw: Draw): ProcessName => draw.pick([0, 1] as const);
const anyProcess = (draw: Draw): ProcessName => draw.pick(["web", 0, 1] as const);

function drawFault(draw: Draw): Step {
  switch (draw.whole(0, 11)) {
    case 0:
    case 1:
      return { do: "kill", process: anyProcess(draw) };
    case 2:
      return { do: "freeze", process: anyProcess(draw), ms: draw.pick([400, 2000, 5000]) };
    case 3:
      return { do: "block", process: anyProcess(draw), ms: draw.pick([400, 2000, 4500]) };
    case 4:
      return { do: "rolling restart" };
    case 5:
      return {
        do: "jump clock",
        process: worker(draw),
        days: draw.pick([1, -1] as const),
        forMs: draw.pick([300, 1500]),
      };
    case 6:
    case 7:
      return { do: "redis flush" };
    case 8:
      return { do: "redis stop", forMs: draw.pick([300, 1200]) };
    case 9:
      return { do: "redis read-only", forMs: draw.pick([300, 1200]) };
    case 10:
      return { do: "database cut" };
    default:
      return { do: "database restart" };
  }
}

/** The points of some shops are used up at the start and again later; meanwhile the web process and a worker are killed. */
export function planStandstills(seed: number, shops: readonly ShopPlan[], lengthMs: number): TimedStep[] {
  const draw = draws(seed, "standstills");
  return shops.flatMap(({ fewPoints }, shop): TimedStep[] => {
    if (!fewPoints) return [];
    const again = draw.whole(Math.floor(lengthMs / 4), Math.floor(lengthMs * 0.7));
    const victims = draw.pick([["web"], [worker(draw)], ["web", worker(draw)]] as const);
    return [
      ...[0, again].map((at): TimedStep => ({ at, do: "use up points", shop })),
      ...victims.map((process): TimedStep => ({ at: again + draw.whole(50, 900), do: "kill", process })),
    ];
  });
}
