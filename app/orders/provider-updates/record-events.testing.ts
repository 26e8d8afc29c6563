import type { OrdersContext } from "../core/context.ts";
import { recordEvents, type ProviderEvent, type RecordedEvent } from "./record-events.ts";
import { statusEvent, type StatusUpdate } from "./status.ts";
import { trackingEvent, type TrackingReport } from "./tracking.ts";

async function recordEvent(ctx: OrdersContext, event: ProviderEvent): Promise<RecordedEvent["outcome"]> {
  const [recorded] = await recordEvents(ctx, [event]);
  if (!recorded) throw new Error("an event without its outcome");
  return recorded.outcome;
}

/** Records one report of a parcel. */
export const recordTracking = (ctx: OrdersContext, report: TrackingReport) =>
  recordEvent(ctx, trackingEvent(ctx, report));

/** Records the statuses of one message. */
export const recordStatus = (ctx: OrdersContext, update: StatusUpdate) => recordEvent(ctx, statusEvent(ctx, update));
