import { createHash } from "node:crypto";
import { recordCheck } from "../../../app/print-files/record-check.ts";
import { beginChange, startTimeline } from "../content/timeline.ts";
import type { CrashPoint, Goods } from "../schedule/plan.ts";
import { retryUntilDone } from "./retry-until-done.ts";
import type { Simulation, SimulatedShop } from "./simulation.ts";

/**
 * A designer saves another good file under the link that the goods are mapped to. A worker that finds it may die, or freeze.
 * Each link is replaced once: of two replacements at a time nobody could say which one staff has seen.
 */
export async function replaceFile(
  simulation: Simulation,
  shop: SimulatedShop,
  goods: Goods,
  crash: CrashPoint | null,
): Promise<void> {
  const { clock, shopify, workers } = simulation.environment;
  const link = shop.mappings[goods].at(-1)?.value?.artworkFront;
  if (link === undefined || shop.files.has(link) || !(await isRead(simulation, shop, link))) return;
  if (crash) for (const worker of workers) void worker.arm(crash.point, crash.action);
  const body = `<svg xmlns="http://www.w3.org/2000/svg"><!-- replaced: ${link} --></svg>`;
  const now = clock.now();
  const timeline = startTimeline<string | null>(null, new Date(0));
  beginChange(timeline, createHash("sha256").update(body).digest("hex"), now)(now);
  shop.files.set(link, timeline);
  shopify.scriptedFiles.put(link, { body: Buffer.from(body) });
}

/** The nightly check has read the mapped file: without that, the app could not tell it from another one. */
async function isRead({ environment }: Simulation, shop: SimulatedShop, link: string): Promise<boolean> {
  const { ctx, artwork } = environment.services.core;
  let isAccepted = false;
  await retryUntilDone("the mapped file is read", async () => {
    if (shop.uninstalledForGood) return;
    const { id: shopId } = await ctx.db.shop.findUniqueOrThrow({ where: { domain: shop.domain } });
    const row = await recordCheck({ ...ctx, artwork }, { shopId, link }, await artwork.check(link), { accept: false });
    if (row.acceptedHash === null) throw new Error("the file could not be read");
    isAccepted = true;
  });
  return isAccepted;
}
