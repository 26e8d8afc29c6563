import type { FlowEvent as Row, FlowEventOutcome } from "@prisma/client";
import pLimit from "p-limit";
import { RejectedError, retryAfterOf, UnauthorizedError, UnavailableError } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { newClaim, NO_CLAIM, scheduleRetry } from "../core/reschedule.ts";
import { readFlowEvent } from "./read-event.ts";

/** Per run, and at once: a slow answer for one shop delays the others little. */
const BATCH_SIZE = 200;
const CONCURRENCY = 8;
/** An older event would start a workflow about something long past. */
const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

/** Sends the events that are due to Shopify Flow. Returns how many were due. */
export async function dispatchFlowEvents(ctx: OrdersContext): Promise<number> {
  const due = await ctx.db.flowEvent.findMany({
    where: { dueAt: { lte: ctx.clock.now() } },
    orderBy: { dueAt: "asc" },
    take: BATCH_SIZE,
  });
  await pLimit(CONCURRENCY).map(due, (row) => dispatchEvent(ctx, row));
  return due.length;
}

async function dispatchEvent(ctx: OrdersContext, row: Row): Promise<void> {
  const claimed = await claim(ctx, row);
  if (!claimed) return;
  if (row.createdAt.getTime() < ctx.clock.now().getTime() - EXPIRES_AFTER_MS) return finish(ctx, claimed, "expired");
  // The worker of an expired claim may have sent the event.
  if (row.claimedAt && !mayRepeat(row)) return finish(ctx, claimed, "uncertain");
  let loaded: Awaited<ReturnType<typeof readFlowEvent>>;
  try {
    loaded = await readFlowEvent(ctx, row);
  } catch (error) {
    // Nothing was sent. A row that cannot be read does not delay the others.
    ctx.log.error({ flowEvent: row.id, error }, "an event for Flow cannot be read");
    return retryLater(ctx, claimed, 0);
  }
  if (!loaded) return finish(ctx, claimed, "obsolete");
  try {
    await ctx.shopify.sendFlowEvent(loaded.domain, loaded.event);
  } catch (error) {
    return handleDispatchError(ctx, claimed, error);
  }
  await finish(ctx, claimed, "dispatched");
}

function retryLater(ctx: OrdersContext, row: Row, atLeastMs: number): Promise<void> {
  // The claim has counted the try.
  const { dueAt } = scheduleRetry(ctx, row.tries, { atLeastMs }).data;
  return release(ctx, row, { dueAt });
}

/** Flow cannot be asked what it received. A problem reported twice does less harm than one never reported. */
const mayRepeat = ({ trigger }: Row): boolean => trigger !== "order_sent" && trigger !== "parcel_shipped";

async function handleDispatchError(ctx: OrdersContext, row: Row, error: unknown): Promise<void> {
  if (error instanceof RejectedError) return finish(ctx, row, "rejected");
  const notProcessed = error instanceof UnavailableError || error instanceof UnauthorizedError;
  if (!notProcessed && !mayRepeat(row)) return finish(ctx, row, "uncertain");
  return retryLater(ctx, row, retryAfterOf(error));
}

/** Committed before the call. null: another worker has claimed the event. */
async function claim(ctx: OrdersContext, row: Row): Promise<Row | null> {
  const [claimed] = await ctx.db.flowEvent.updateManyAndReturn({
    where: { id: row.id, dueAt: row.dueAt, tries: row.tries },
    data: { ...newClaim(ctx), tries: { increment: 1 } },
  });
  return claimed ?? null;
}

const finish = (ctx: OrdersContext, row: Row, outcome: FlowEventOutcome): Promise<void> =>
  release(ctx, row, { dueAt: null, settledAt: ctx.clock.now(), outcome });

/** Writes only while the claim holds. */
async function release(
  ctx: OrdersContext,
  { id, claimToken }: Row,
  data: Partial<Pick<Row, "dueAt" | "settledAt" | "outcome">>,
): Promise<void> {
  await ctx.db.flowEvent.updateMany({ where: { id, claimToken, settledAt: null }, data: { ...data, ...NO_CLAIM } });
}
