import type { SkuCheckRun } from "../../prisma/client/client.ts";
import { scheduleLimitedRetry } from "../orders/core/reschedule.ts";
import { isRateLimited } from "../orders/submit/rate-limit.ts";
import { RemoteError } from "../ports/errors.ts";
import type { PrintAccountId } from "../ports/ids.ts";
import { findRejectedSku, groupSize, nextSize, startSize } from "../quotes/find-rejected-sku.ts";
import { askPrices, recordRejected, isRejectingAll, nextGroup, type Group } from "./ask.ts";
import { CHECKED, withCheck } from "./due.ts";
import type { SkuCheckContext } from "./context.ts";
import { nightOf } from "../settings/night.ts";
import { endRun } from "./end.ts";
import { CALLS_PER_STEP, MAX_CALLS, MAX_GROUP, MAX_INCONSISTENT, RETRY } from "./limits.ts";
import { startRun } from "./start.ts";

/**
 * Goes on with the SKU check of an account: begins tonight's run, or asks for some more prices. One process at a time, under a
 * lease. What was answered is stored at once: after a crash the run continues with the rest.
 */
export async function stepSkuCheck(ctx: SkuCheckContext, id: PrintAccountId, stopping?: AbortSignal): Promise<void> {
  const run = await openRun(ctx, id);
  if (!run) return;
  try {
    await checkGroups(ctx, run, stopping);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    await retryLater(ctx, run, error);
  }
}

/** Tonight's run; null once it has ended. An older one ends as it is. */
async function openRun(ctx: SkuCheckContext, printAccountId: PrintAccountId): Promise<SkuCheckRun | null> {
  const found = await ctx.db.shop.findMany({
    where: { ...CHECKED.where, printAccountId },
    orderBy: CHECKED.orderBy,
    select: { id: true, timezone: true, settings: true },
  });
  const shops = withCheck(found);
  if (!shops[0]) return null;
  const night = nightOf(ctx.clock.now(), shops[0].timezone);
  const older = await ctx.db.skuCheckRun.findFirst({ where: { printAccountId, endedAt: null, night: { not: night } } });
  if (older) await endRun(ctx, older, "too_late");
  const shopIds = shops.map(({ id }) => id);
  await startRun(ctx, { printAccountId, night, shopIds });
  const run = await ctx.db.skuCheckRun.findUnique({ where: { printAccountId_night: { printAccountId, night } } });
  return run && run.endedAt === null && run.dueAt <= ctx.clock.now() ? run : null;
}

async function checkGroups(ctx: SkuCheckContext, { ...run }: SkuCheckRun, stopping?: AbortSignal): Promise<void> {
  const lastCall = run.calls + CALLS_PER_STEP;
  while (run.calls < lastCall) {
    // Orders are sent first.
    if (stopping?.aborted || (await isRateLimited(ctx, run.printAccountId))) return;
    const group = await nextGroup(ctx, run);
    if (!group) return endRun(ctx, run, null);
    if (run.calls >= MAX_CALLS) return endRun(ctx, run, "limit_reached");
    await checkGroup(ctx, run, group);
    if (readSize(run).inconsistent >= MAX_INCONSISTENT) return endRun(ctx, run, "inconsistent");
    if (await isRejectingAll(ctx, run, group.countryCode)) return endRun(ctx, run, "all_rejected");
  }
}

/** Changes `run`, whose calls are counted before they are made: a process that dies in one has used it up. */
async function checkGroup(ctx: SkuCheckContext, run: SkuCheckRun, group: Group): Promise<void> {
  const where = { id: run.id };
  const to = { printAccountId: run.printAccountId, countryCode: group.countryCode };
  const checked = await findRejectedSku(group.skus, async (skus) => {
    const { calls } = await ctx.db.skuCheckRun.update({ where, data: { calls: { increment: 1 } } });
    run.calls = calls;
    return askPrices(ctx, to, skus);
  });
  if (checked.outcome === "found") await recordRejected(ctx, to, checked.itemSku);
  const size = group.isAlone ? readSize(run) : nextSize(readSize(run), checked.outcome);
  run.groupSize = size;
  await ctx.db.skuCheckRun.update({ where, data: { groupSize: size, tries: 0 } });
}

/** A size that another version wrote may have another shape. */
function readSize({ groupSize: stored }: SkuCheckRun) {
  const read = groupSize.safeParse(stored);
  return read.success ? read.data : startSize(MAX_GROUP);
}

/** Later, and not before the service allows it; after the last try the night ends. No SKU is to blame. */
async function retryLater(ctx: SkuCheckContext, run: SkuCheckRun, error: RemoteError): Promise<void> {
  const where = { id: run.id };
  // Each answer before this one has counted the tries from the start.
  const { tries } = await ctx.db.skuCheckRun.findUniqueOrThrow({ where, select: { tries: true } });
  const data = scheduleLimitedRetry(ctx, RETRY, tries, error);
  if (!data) return endRun(ctx, run, "unavailable");
  await ctx.db.skuCheckRun.update({ where, data });
}
