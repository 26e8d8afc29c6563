import { writeOutcomeOf, retryAfterOf } from "../../ports/errors.ts";
import type { OrdersContext } from "../core/context.ts";
import { scheduleRetry } from "../core/reschedule.ts";
import { claimEvents, recordResults, type ClaimedEvent, type EventResult } from "./claim-events.ts";
import { readFlowEvent } from "./read-event.ts";

/** Batches that are sent beside each other, and the events of a batch: a slow answer for one shop delays the others little. */
const CONCURRENT_BATCHES = 2;
const AT_ONCE = 4;
/** Of each of the concurrent batches, per run. */
const MAX_BATCHES = 25;
/** An older event would start a workflow about something long past. */
const EXPIRES_AFTER_MS = 24 * 60 * 60_000;

/** Sends the events that are due to Shopify Flow. Returns how many were due. */
export async function dispatchFlowEvents(ctx: OrdersContext): Promise<number> {
  const counts = await Promise.all(Array.from({ length: CONCURRENT_BATCHES }, () => dispatchBatches(ctx)));
  return counts.reduce((sum, count) => sum + count, 0);
}

async function dispatchBatches(ctx: OrdersContext): Promise<number> {
  let due = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const events = await claimEvents(ctx, AT_ONCE);
    if (events.length === 0) return due;
    due += events.length;
    const send = async (event: ClaimedEvent) => ({ event, result: await dispatchEvent(ctx, event) });
    await recordResults(ctx, await Promise.all(events.map(send)));
    if (events.length < AT_ONCE) return due;
  }
  return due;
}

async function dispatchEvent(ctx: OrdersContext, claimed: ClaimedEvent): Promise<EventResult> {
  if (claimed.createdAt.getTime() < ctx.clock.now().getTime() - EXPIRES_AFTER_MS) return { outcome: "expired" };
  // The worker of an expired claim may have sent the event.
  if (claimed.claimedBefore && !mayRepeat(claimed)) return { outcome: "uncertain" };
  let event: ReturnType<typeof readFlowEvent>;
  try {
    event = readFlowEvent(claimed);
  } catch (error) {
    // Nothing was sent. An event that cannot be read does not delay the others.
    ctx.log.error({ flowEvent: claimed.id, error }, "an event for Flow cannot be read");
    return nextTry(ctx, claimed, 0);
  }
  if (!claimed.domain || !event) return { outcome: "obsolete" };
  try {
    await ctx.shopify.sendFlowEvent(claimed.domain, event);
    return { outcome: "dispatched" };
  } catch (error) {
    const outcome = writeOutcomeOf(error);
    if (outcome === "rejected" || (outcome === "uncertain" && !mayRepeat(claimed))) return { outcome };
    return nextTry(ctx, claimed, retryAfterOf(error));
  }
}

const nextTry = (ctx: OrdersContext, { tries }: ClaimedEvent, atLeastMs: number): EventResult => ({
  outcome: null,
  dueAt: scheduleRetry(ctx, tries, { atLeastMs }).data.dueAt,
});

/** Flow cannot be asked what it received. A problem reported twice does less harm than one never reported. */
const mayRepeat = ({ trigger }: ClaimedEvent): boolean => trigger !== "order_sent" && trigger !== "parcel_shipped";
