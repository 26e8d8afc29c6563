import { readSettings } from "../settings/settings.ts";
import { readShop, type ShopRow } from "../orders/core/shop-row.ts";
import type { DryRunId, ShopId } from "../ports/ids.ts";
import { ACTIVE_STATES, isActive, type DryRunContext } from "./context.ts";
import { DRY_RUN_DAYS, ORDERS_PER_STEP, RETRY, MAX_ORDERS } from "./limits.ts";
import { DAY_MS } from "../ports/clock.ts";
import type { DryRun, DryRunProblem } from "../../prisma/client/client.ts";
import { countProgress, defineRun, type Turn } from "../long-runs/engine.ts";
import { UnauthorizedError } from "../ports/errors.ts";
import type { ArtworkCheckResult } from "../ports/artwork.ts";
import { sharedCalls } from "../ports/single-flight.ts";
import { checkOrder, prepare } from "./check-order.ts";
import type { PlacedOrder } from "../ports/shopify.ts";

type StartContext = Pick<DryRunContext, "db" | "clock" | "ids">;

/** Starts a dry run, which the workers take on. running: the shop has one that has not ended. */
export async function startDryRun(
  { db, clock, ids }: StartContext,
  shop: Pick<ShopRow, "id" | "settings">,
): Promise<"started" | "running"> {
  const now = clock.now();
  const { count } = await db.dryRun.createMany({
    data: {
      id: ids.uuid(),
      shopId: shop.id,
      startedAt: now,
      since: new Date(now.getTime() - DRY_RUN_DAYS * DAY_MS),
      currency: readSettings(shop.settings).serviceCurrency,
    },
    // Of two that start at once, the index DryRun_active lets one in.
    skipDuplicates: true,
  });
  return count > 0 ? "started" : "running";
}

/** Ends a dry run; what was checked so far stays. ended: it had ended before. */
export async function cancelDryRun(
  { db, clock }: Pick<StartContext, "db" | "clock">,
  { shopId, id }: { shopId: ShopId; id: DryRunId },
): Promise<"canceled" | "ended"> {
  const { count } = await db.dryRun.updateMany({
    where: { id, shopId, state: { in: [...ACTIVE_STATES] } },
    data: { state: "canceled", endedAt: clock.now(), problem: null },
  });
  return count > 0 ? "canceled" : "ended";
}

/** Lists the orders of a dry run, and checks some in each turn. An order is checked once its row says so. */
export const dryRun = defineRun<DryRunContext, DryRunId>({
  kind: "dry_run",
  everyMs: 5_000,
  retry: RETRY,
  due: ({ db }) =>
    db.dryRun.findMany({ where: { state: { in: [...ACTIVE_STATES] } }, select: { id: true, shopId: true } }),
  async step(ctx, id, turn) {
    const run = await ctx.db.dryRun.findUnique({ where: { id } });
    if (!run || !isActive(run)) return;
    const shop = await readShop(ctx.sql, { id: run.shopId });
    if (!shop || shop.uninstalledAt || shop.redactedAt) return endRun(ctx, id, "failed", "access_denied");
    if (run.state === "listing") await listOrders(ctx, run, shop);
    await checkOrders(ctx, run, shop, turn);
  },
  progress: ({ db }, dryRunId) => countProgress(db.dryRunOrder, { dryRunId }, { outcome: null }),
  async onFailure(ctx, id, error, isLast) {
    const problem = error instanceof UnauthorizedError ? "access_denied" : "shopify_unavailable";
    if (isLast) return endRun(ctx, id, "failed", problem);
    await ctx.db.dryRun.updateMany({ where: { id, state: { in: [...ACTIVE_STATES] } }, data: { problem } });
  },
});

async function checkOrders(ctx: DryRunContext, run: DryRun, shop: ShopRow, turn: Turn): Promise<void> {
  const rows = await ctx.db.dryRunOrder.findMany({
    where: { dryRunId: run.id, outcome: null },
    orderBy: { position: "asc" },
    take: ORDERS_PER_STEP,
  });
  const checking = prepare(run, shop);
  // Each link is checked once: many orders of one step print the same artwork.
  const shared = sharedCalls<ArtworkCheckResult>(Infinity);
  const check = (link: string) => shared(link, () => ctx.artwork.check(link));
  const stepContext = { ...ctx, artwork: { check } };
  for (const row of rows) {
    if (turn.isOver()) return;
    const checked = await checkOrder(stepContext, checking, row);
    // A dry run that was canceled meanwhile shows nothing new.
    const { count } = await ctx.db.dryRunOrder.updateMany({
      where: { dryRunId: run.id, position: row.position, dryRun: { state: "checking" } },
      data: checked,
    });
    if (count === 0) return;
    turn.hasAdvanced = true;
  }
  if (run.problem) await ctx.db.dryRun.updateMany({ where: { id: run.id }, data: { problem: null } });
  if (rows.length < ORDERS_PER_STEP) await endRun(ctx, run.id, "finished", null);
}

async function endRun(
  { db, clock }: DryRunContext,
  id: DryRunId,
  state: "finished" | "failed",
  problem: DryRunProblem | null,
): Promise<void> {
  await db.dryRun.updateMany({
    where: { id, state: { in: [...ACTIVE_STATES] } },
    data: { state, problem, endedAt: clock.now() },
  });
}

/**
 * Lists the orders to check, and lets the checks begin. The list is read whole before it is written, so that a step that
 * broke off is repeated. @throws RemoteError
 */
async function listOrders(ctx: DryRunContext, run: DryRun, shop: ShopRow): Promise<void> {
  const { orders, truncated } = await readPlacedOrders(ctx, shop.domain, run.since);
  await ctx.db.$transaction(async (tx) => {
    const { count } = await tx.dryRun.updateMany({
      where: { id: run.id, state: "listing" },
      data: { state: "checking", truncated, problem: null },
    });
    if (count === 0) return;
    // One statement with three parameters: 10,000 rows of values take Prisma seconds.
    await tx.$executeRaw`
      INSERT INTO "DryRunOrder" ("dryRunId", "position", "shopifyGid", "name", "placedAt", "reasons")
      SELECT ${run.id}::uuid, o."number" - 1, o."gid", o."name", o."placedAt", '{}'
      FROM unnest(${orders.map(({ gid }) => gid)}::text[], ${orders.map(({ name }) => name)}::text[],
        ${orders.map(({ placedAt }) => placedAt)}::timestamptz[]) WITH ORDINALITY AS o("gid", "name", "placedAt", "number")`;
  });
}

/** The newest orders first. An order that comes in between two pages may show twice, and counts once. */
async function readPlacedOrders(
  { shopify }: DryRunContext,
  domain: string,
  since: Date,
): Promise<{ orders: PlacedOrder[]; truncated: boolean }> {
  const orders = new Map<string, PlacedOrder>();
  let after: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof shopify.ordersPlacedSince>> = await shopify.ordersPlacedSince(
      domain,
      since,
      after,
    );
    for (const order of page.orders) orders.set(order.gid, order);
    after = page.next;
  } while (after !== null && orders.size < MAX_ORDERS);
  return {
    orders: [...orders.values()].slice(0, MAX_ORDERS),
    truncated: after !== null || orders.size > MAX_ORDERS,
  };
}
