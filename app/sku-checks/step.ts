import type { Prisma, Shop, SkuCheckRun, SkuCheckProblem } from "../../prisma/client/client.ts";
import { countProgress, defineRun, type Turn } from "../long-runs/engine.ts";
import { isRateLimited } from "../orders/submit/rate-limit.ts";
import { MINUTE_MS } from "../ports/clock.ts";
import type { PrintAccountId, ShopId } from "../ports/ids.ts";
import { findRejectedSku, groupSize, nextSize, startSize } from "../quotes/sku-answers.ts";
import { askPrices, recordRejected, isRejectingAll, nextGroup, type Group, type SkuCheckContext } from "./ask.ts";
import { nightOf } from "../settings/wall-time.ts";
import { readSettings } from "../settings/settings.ts";
import { CALLS_PER_STEP, MAX_CALLS, MAX_GROUP, MAX_INCONSISTENT, RETRY, MAX_EVENTS } from "./limits.ts";
import { startRun } from "./start.ts";
import { enqueueSkuEvents } from "../orders/core/enqueue-flow-event.ts";
import type { Gid } from "../ports/gid.ts";

/** Begins each account's SKU check of tonight, and asks for some more prices in each turn. What was answered is stored at once. */
export const skuCheckRun = defineRun<SkuCheckContext, PrintAccountId>({
  kind: "sku_check",
  everyMs: MINUTE_MS,
  retry: RETRY,
  /** The accounts whose check of tonight has not begun, or has not ended. */
  async due({ db, clock }) {
    const accounts = await db.printAccount.findMany({
      // Where the service rejects the credentials, orders are held for that, and nothing can be asked.
      where: { kind: "live", refusedAt: null, shops: { some: CHECKED.where } },
      select: {
        id: true,
        shops: { ...CHECKED, select: { timezone: true, settings: true } },
        skuCheckRuns: { orderBy: { startedAt: "desc" }, take: 1, select: { night: true, endedAt: true } },
      },
    });
    const due = accounts.filter(({ shops, skuCheckRuns: [run] }) => {
      const [first] = withCheck(shops);
      return first && (run?.night !== nightOf(clock.now(), first.timezone) || run.endedAt === null);
    });
    return due.map(({ id }) => ({ id, printAccountId: id }));
  },
  async step(ctx, id, turn) {
    const run = await openRun(ctx, id);
    if (run) await checkGroups(ctx, run, turn);
  },
  progress: ({ db }, printAccountId) => countProgress(db.skuCheck, { printAccountId }, { pending: true }),
  /** After the last try the night ends. No SKU is to blame. */
  async onFailure(ctx, printAccountId, _error, isLast) {
    const run = isLast && (await ctx.db.skuCheckRun.findFirst({ where: { printAccountId, endedAt: null } }));
    if (run) await endRun(ctx, run, "unavailable");
  },
});

/** The installed shops of an account, the first connected first: its clock says when the night begins. */
const CHECKED = { where: { uninstalledAt: null }, orderBy: { connectedAt: "asc" } } as const;

/** Without the shops that switched the check off. */
const withCheck = <S extends Pick<Shop, "settings">>(shops: readonly S[]): S[] =>
  shops.filter(({ settings }) => readSettings(settings).nightlySkuCheck);

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
  return run?.endedAt === null ? run : null;
}

async function checkGroups(ctx: SkuCheckContext, { ...run }: SkuCheckRun, turn: Turn): Promise<void> {
  const lastCall = run.calls + CALLS_PER_STEP;
  while (run.calls < lastCall) {
    // Orders are sent first.
    if (turn.isOver() || (await isRateLimited(ctx, run.printAccountId))) return;
    const group = await nextGroup(ctx, run);
    if (!group) return endRun(ctx, run, null);
    if (run.calls >= MAX_CALLS) return endRun(ctx, run, "limit_reached");
    await checkGroup(ctx, run, group);
    turn.hasAdvanced = true;
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
  await ctx.db.skuCheckRun.update({ where, data: { groupSize: size } });
}

/** A size that another version wrote may have another shape. */
function readSize({ groupSize: stored }: SkuCheckRun) {
  const read = groupSize.safeParse(stored);
  return read.success ? read.data : startSize(MAX_GROUP);
}

/** Ends a run, with what it found. `problem`: why SKUs were left unchecked; the next night begins with all of them. */
async function endRun(
  ctx: SkuCheckContext,
  run: Pick<SkuCheckRun, "id" | "printAccountId" | "startedAt">,
  problem: SkuCheckProblem | null,
): Promise<void> {
  const now = ctx.clock.now();
  await ctx.db.$transaction(async (tx) => {
    const ended = await tx.skuCheckRun.updateMany({
      where: { id: run.id, endedAt: null },
      data: { endedAt: now, problem },
    });
    if (ended.count === 0) return;
    // A SKU is to blame where the service accepts another one, or rejects the SKU in a second night.
    if (problem !== "all_rejected")
      await tx.$executeRaw`
        UPDATE "SkuCheck" c SET "confirmedAt" = ${now}
        WHERE c."printAccountId" = ${run.printAccountId}::uuid AND c."runId" = ${run.id}::uuid AND NOT c."pending"
          AND c."rejectedAt" IS NOT NULL AND c."confirmedAt" IS NULL
          AND (c."rejectedAt" < ${run.startedAt} OR EXISTS (
            SELECT FROM "SkuCheck" other WHERE other."printAccountId" = c."printAccountId"
              AND other."countryCode" = c."countryCode" AND other."acceptedAt" >= ${run.startedAt}))`;
    await enqueueAlerts(tx, ctx, run, now);
  });
  ctx.log.info({ printAccountId: run.printAccountId, problem }, "a SKU check ended");
}

interface AlertRow {
  shopId: ShopId;
  settings: unknown;
  productGid: Gid<"Product">;
  itemSku: string;
  countryCodes: string[];
  previousCost: string | null;
  cost: string | null;
}

/** Stores an event for Shopify Flow for each product whose SKU was confirmed as rejected, or costs something else, in this run. */
async function enqueueAlerts(
  tx: Prisma.TransactionClient,
  ctx: Pick<SkuCheckContext, "clock" | "ids">,
  { id, startedAt }: Pick<SkuCheckRun, "id" | "startedAt">,
  confirmedAt: Date,
): Promise<void> {
  // A product whose SKU costs something else in two countries has two events, since the costs differ.
  const alerts = await tx.$queryRaw<AlertRow[]>`
    WITH changed AS (
      SELECT c."itemSku", c."printAccountId", array_agg(c."countryCode" ORDER BY c."countryCode") AS "countryCodes",
        NULL AS "previousCost", NULL AS "cost"
      FROM "SkuCheck" c WHERE c."runId" = ${id}::uuid AND c."confirmedAt" = ${confirmedAt}
      GROUP BY c."itemSku", c."printAccountId"
      UNION ALL
      SELECT c."itemSku", c."printAccountId", array_agg(c."countryCode" ORDER BY c."countryCode"), c."previousCost", c."cost"
      FROM "SkuCheck" c WHERE c."runId" = ${id}::uuid AND c."costChangedAt" >= ${startedAt}
      GROUP BY c."itemSku", c."printAccountId", c."previousCost", c."cost"),
    affected AS (
      SELECT DISTINCT s."id" AS "shopId", m."productGid", changed.*
      FROM changed JOIN "Shop" s ON s."printAccountId" = changed."printAccountId" AND s."uninstalledAt" IS NULL
      JOIN "Mapping" m ON m."shopId" = s."id" AND m."itemSku" = changed."itemSku")
    SELECT "shopId", "settings", "productGid", "itemSku", "countryCodes", "previousCost", "cost" FROM (
      SELECT affected.*, s."settings", row_number() OVER (
        PARTITION BY affected."shopId" ORDER BY affected."cost" NULLS FIRST, affected."itemSku", affected."productGid") AS "place"
      FROM affected JOIN "Shop" s ON s."id" = affected."shopId") AS placed
    WHERE "place" <= ${MAX_EVENTS}`;
  await enqueueSkuEvents(tx, ctx, alerts.map(toEvent));
}

function toEvent({ shopId, settings, productGid, itemSku, countryCodes, previousCost, cost }: AlertRow) {
  const about = { productGid, itemSku, countryCodes };
  if (previousCost === null || cost === null)
    return { shopId, trigger: "sku_rejected" as const, skuEvent: { ...about, cost: null } };
  const change = { previous: previousCost, now: cost, currency: readSettings(settings).serviceCurrency };
  return { shopId, trigger: "sku_cost_changed" as const, skuEvent: { ...about, cost: change } };
}
