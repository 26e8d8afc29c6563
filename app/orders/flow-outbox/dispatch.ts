import type { FlowEvent, FlowEventOutcome } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import { type AttentionCode, reasonWords } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { newClaim, scheduleRetry } from "../core/reschedule.ts";
import { stateIn } from "../core/state-in.ts";
import { SHIPPED_STATES } from "../core/states.ts";
import type { FlowTriggerEvent } from "../../ports/shopify.ts";
import { skuEventSchema } from "../core/enqueue-flow-event.ts";
import { writeOutcomeOf, retryAfterOf } from "../../ports/errors.ts";
import { DAY_MS } from "../../ports/clock.ts";

/** An event that this process alone may send, with what it says. */
interface ClaimedEvent extends Pick<
  FlowEvent,
  "id" | "trigger" | "subjectId" | "skuEvent" | "createdAt" | "tries" | "claimToken"
> {
  /** Of a claim that has expired: its worker may have sent the event. */
  claimedBefore: Date | null;
  /** The shop of an app that is installed. */
  domain: string | null;
  /** null: the event is about a print SKU. */
  shopifyGid: Gid<"Order"> | null;
  /** Of an open reason for attention. */
  code: AttentionCode | null;
  /** The submission that the reason is about has shipped. */
  shipped: boolean;
  reference: string | null;
  trackingNumber: string | null;
  trackingUrl: string | null;
}

/** Claims the events that are due, so many at most, and reads them. Committed before the calls, in one statement for all. */
function claimEvents(ctx: OrdersContext, atMost: number): Promise<ClaimedEvent[]> {
  const { claimToken, claimedAt, dueAt } = newClaim(ctx);
  return ctx.sql.query<ClaimedEvent>`
    WITH due AS (
      SELECT "id", "claimedAt" FROM "FlowEvent" WHERE "dueAt" <= ${claimedAt}
      ORDER BY "dueAt" LIMIT ${atMost} FOR UPDATE SKIP LOCKED
    ), claimed AS (
      UPDATE "FlowEvent" f SET "claimToken" = ${claimToken}::uuid, "claimedAt" = ${claimedAt}, "dueAt" = ${dueAt},
        "tries" = f."tries" + 1
      FROM due WHERE f."id" = due."id" RETURNING f.*, due."claimedAt" AS "claimedBefore"
    )
    SELECT c."id", c."trigger", c."subjectId", c."skuEvent", c."createdAt", c."tries", c."claimToken", c."claimedBefore",
      s."domain", o."shopifyGid", t."code",
      COALESCE(${stateIn("about", SHIPPED_STATES)}, FALSE) AS "shipped", x."reference", p."trackingNumber", p."trackingUrl"
    FROM claimed c
      LEFT JOIN "Shop" s ON s."id" = c."shopId" AND s."uninstalledAt" IS NULL
      LEFT JOIN "Order" o ON o."id" = c."orderId"
      LEFT JOIN "Attention" t ON t."id" = c."subjectId" AND t."clearedAt" IS NULL
      LEFT JOIN "Submission" about ON about."id" = t."submissionId"
      LEFT JOIN "Submission" x ON x."id" = c."subjectId"
      LEFT JOIN "Parcel" p ON p."id" = c."subjectId"`;
}

/** What became of a claimed event, or when it is tried again. */
type EventResult = { outcome: FlowEventOutcome } | { outcome: null; dueAt: Date };

/** Records the results in one statement, of the claims that still hold. */
async function recordResults(
  ctx: OrdersContext,
  results: readonly { event: ClaimedEvent; result: EventResult }[],
): Promise<void> {
  const outcomes = results.map(({ result }) => result.outcome);
  const dueAts = results.map(({ result }) => (result.outcome === null ? result.dueAt.toISOString() : null));
  await ctx.sql.execute`
    UPDATE "FlowEvent" f SET "claimToken" = NULL, "claimedAt" = NULL, "dueAt" = sent."dueAt"::timestamptz,
      "outcome" = sent."outcome"::"FlowEventOutcome",
      "settledAt" = CASE WHEN sent."outcome" IS NULL THEN NULL ELSE ${ctx.clock.now()}::timestamptz END
    FROM unnest(${results.map(({ event }) => event.id)}::uuid[], ${results.map(({ event }) => event.claimToken)}::uuid[],
      ${dueAts}::text[], ${outcomes}::text[]) AS sent("eventId", "token", "dueAt", "outcome")
    WHERE f."id" = sent."eventId" AND f."claimToken" = sent."token" AND f."settledAt" IS NULL`;
}

/** What is sent; null where the event is obsolete: the reason is cleared. @throws when what is stored cannot be read */
function readFlowEvent(claimed: ClaimedEvent): FlowTriggerEvent | null {
  const { id: eventId, shopifyGid: orderGid } = claimed;
  if (orderGid === null) return readSkuEvent(claimed);
  const fields = fieldsOf(claimed);
  return fields && { orderGid, eventId, ...fields };
}

function readSkuEvent({ id: eventId, skuEvent }: ClaimedEvent): FlowTriggerEvent {
  const { cost, ...fields } = skuEventSchema.parse(skuEvent);
  const common = { ...fields, eventId };
  return cost ? { trigger: "sku_cost_changed", ...common, cost } : { trigger: "sku_rejected", ...common };
}

type OrderEvent = Extract<FlowTriggerEvent, { orderGid: unknown }>;
type FlowEventFields = OrderEvent extends infer N
  ? N extends OrderEvent
    ? Omit<N, "orderGid" | "eventId">
    : never
  : never;

function fieldsOf({
  trigger,
  code,
  shipped,
  reference,
  trackingNumber,
  trackingUrl,
}: ClaimedEvent): FlowEventFields | null {
  switch (trigger) {
    case "order_attention": {
      if (!code) return null;
      const { message, fix } = reasonWords(code, shipped);
      return { trigger, code, message, fix };
    }
    case "order_sent":
      return reference === null ? null : { trigger, reference };
    case "parcel_shipped":
      return trackingNumber === null ? null : { trigger, trackingNumber, trackingUrl: trackingUrl ?? "" };
    case "sku_rejected":
    case "sku_cost_changed":
      return null;
  }
}

/** Batches that are sent beside each other, and the events of a batch: a slow answer for one shop delays the others little. */
const CONCURRENT_BATCHES = 2;
const AT_ONCE = 4;
/** Of each of the concurrent batches, per run. */
const MAX_BATCHES = 25;
/** An older event would start a workflow about something long past. */
const EXPIRES_AFTER_MS = DAY_MS;

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
