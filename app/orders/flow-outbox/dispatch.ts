import type { FlowNews as Row } from "@prisma/client";
import { inParallel } from "../../common/in-parallel.ts";
import { Rejected, Unauthorized, Unavailable } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { backoff } from "../core/policy.ts";
import { readNews } from "./read-event.ts";

/** In one run, and of these at once: another shop's slow answer keeps nobody waiting for long. */
const MOST = 200;
const AT_ONCE = 8;
/** Older news would start a workflow about what is long past. */
const STALE_MS = 24 * 60 * 60_000;

/** Tells Shopify Flow what is due. Returns how many were looked at. */
export async function tellFlow(ctx: OrdersContext): Promise<number> {
  const due = await ctx.db.flowNews.findMany({
    where: { dueAt: { lte: ctx.clock.now() } },
    orderBy: { dueAt: "asc" },
    take: MOST,
  });
  await inParallel(AT_ONCE, due, (row) => tell(ctx, row));
  return due.length;
}

type Outcome = "told" | "refused" | "unclear" | "passed" | "too_late";

async function tell(ctx: OrdersContext, row: Row): Promise<void> {
  const claimed = await claim(ctx, row);
  if (!claimed) return;
  if (row.createdAt.getTime() < ctx.clock.now().getTime() - STALE_MS) return settle(ctx, claimed, "too_late");
  // Whoever claimed it before is gone, and may have told it.
  if (row.claimedAt && !mayRepeat(row)) return settle(ctx, claimed, "unclear");
  let found: Awaited<ReturnType<typeof readNews>>;
  try {
    found = await readNews(ctx, row);
  } catch (error) {
    // Nothing was called. One row that cannot be read keeps no other from being told.
    ctx.log.error({ news: row.id, error }, "news for Flow cannot be read");
    return later(ctx, claimed, 0);
  }
  if (!found) return settle(ctx, claimed, "passed");
  try {
    await ctx.shopify.tellFlow(found.domain, found.news);
  } catch (error) {
    return afterError(ctx, claimed, error);
  }
  await settle(ctx, claimed, "told");
}

function later(ctx: OrdersContext, row: Row, atLeastMs: number): Promise<void> {
  const wait = Math.max(atLeastMs, backoff(ctx.policy, row.tries, ctx.random()));
  return write(ctx, row, { claimedAt: null, dueAt: new Date(ctx.clock.now().getTime() + wait) });
}

/** Flow cannot be asked what it heard. A person who hears twice of a problem is better off than one who never hears of it. */
const mayRepeat = ({ trigger }: Row): boolean => trigger === "order_attention";

async function afterError(ctx: OrdersContext, row: Row, error: unknown): Promise<void> {
  if (error instanceof Rejected) return settle(ctx, row, "refused");
  const notProcessed = error instanceof Unavailable || error instanceof Unauthorized;
  if (!notProcessed && !mayRepeat(row)) return settle(ctx, row, "unclear");
  return later(ctx, row, error instanceof Unavailable ? (error.retryAfterMs ?? 0) : 0);
}

/** Committed before the call. null: another worker has it. */
async function claim(ctx: OrdersContext, row: Row): Promise<Row | null> {
  const now = ctx.clock.now();
  const [claimed] = await ctx.db.flowNews.updateManyAndReturn({
    where: { id: row.id, dueAt: row.dueAt, tries: row.tries },
    data: { claimedAt: now, dueAt: new Date(now.getTime() + ctx.policy.claimTtlMs), tries: { increment: 1 } },
  });
  return claimed ?? null;
}

const settle = (ctx: OrdersContext, row: Row, outcome: Outcome): Promise<void> =>
  write(ctx, row, { claimedAt: null, dueAt: null, settledAt: ctx.clock.now(), outcome });

/** Only while the claim still holds: who took it over says what came of it. */
async function write(ctx: OrdersContext, { id, tries }: Row, data: Partial<Row>): Promise<void> {
  await ctx.db.flowNews.updateMany({ where: { id, tries, settledAt: null }, data });
}
