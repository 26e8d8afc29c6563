import { changeSettings } from "../../../app/settings-page/save-settings.ts";
import { shopActionsContext } from "../../../app/composition/shop-context.server.ts";
import { pauseSending, resumeSending } from "../../../app/settings-page/sending-pause.ts";
import { EVERY_WEEKDAY } from "../../../app/settings/sending-modes.ts";
import { wallTime } from "../../../app/settings/wall-time.ts";
import { MINUTE_MS } from "../../../app/ports/clock.ts";
import type { ShopId } from "../../../app/ports/ids.ts";
import type { Period } from "../content/timeline.ts";
import type { Step } from "../schedule/plan.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import { delay, runInBackground, shopByNumber, type Simulation, type SimulatedShop } from "./simulation.ts";

/** What a merchant does about when orders leave. Returns whether the step was one of these. */
export function applySendingStep(simulation: Simulation, step: Step): boolean {
  if (step.do !== "pause sending" && step.do !== "change sending") return false;
  const shop = shopByNumber(simulation, step.shop);
  runInBackground(
    simulation,
    step.do === "pause sending"
      ? pauseForAWhile(simulation, shop, step.resumedAfterMs)
      : sendOtherwiseForAWhile(simulation, shop, step),
  );
  return true;
}

async function pauseForAWhile(
  simulation: Simulation,
  shop: SimulatedShop,
  resumedAfterMs: number | null,
): Promise<void> {
  const { services, clock } = simulation.environment;
  const { ctx } = services.core;
  const periods: Period<null>[] = [];
  await asMerchant(simulation, shop, "the sending is paused", async (id, timezone) => {
    const end = resumedAfterMs === null ? wallTime(new Date(clock.now().getTime() + 2 * MINUTE_MS), timezone) : null;
    const paused = await pauseSending(ctx, id, end);
    if (paused.outcome !== "saved") throw new Error(`the sending cannot be paused until then: ${paused.problem}`);
    periods.push({ value: null, from: clock.now(), until: paused.until });
  });
  const [pause] = periods;
  if (!pause) return;
  shop.pauses.push(pause);
  if (resumedAfterMs === null) return;
  await delay(resumedAfterMs);
  pause.until = clock.now();
  await asMerchant(simulation, shop, "the sending is resumed", (id) => resumeSending(ctx, id));
}

async function sendOtherwiseForAWhile(
  simulation: Simulation,
  shop: SimulatedShop,
  { mode, backAfterMs }: Step & { do: "change sending" },
): Promise<void> {
  const ctx = shopActionsContext(simulation.environment.services.core);
  const times = { times: ["06:00", "18:00"], weekdays: [...EVERY_WEEKDAY] };
  const save = (next: "continuous" | typeof mode) =>
    asMerchant(simulation, shop, `orders leave ${next}`, (id) =>
      changeSettings(ctx, id, { sending: { mode: next, ...times } }),
    );
  await save(mode);
  await delay(backAfterMs);
  await save("continuous");
}

/** Nothing in a shop that has left for good. */
async function asMerchant(
  { environment }: Simulation,
  shop: SimulatedShop,
  what: string,
  work: (id: ShopId, timezone: string) => Promise<unknown>,
): Promise<void> {
  const { db } = environment.services.core.ctx;
  await retryUntilDone(what, async () => {
    if (shop.uninstalledForGood) return;
    const { domain } = shop;
    const { id, timezone } = await db.shop.findUniqueOrThrow({
      where: { domain },
      select: { id: true, timezone: true },
    });
    await work(id, timezone ?? "UTC");
  });
}
