import type { FlowEvent, FlowEventOutcome } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { AttentionCode } from "../core/attention.ts";
import type { OrdersContext } from "../core/context.ts";
import { newClaim } from "../core/reschedule.ts";
import { stateIn } from "../core/state-in.ts";
import { SHIPPED_STATES } from "../core/states.ts";

/** An event that this process alone may send, with what it says. */
export interface ClaimedEvent extends Pick<
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
export function claimEvents(ctx: OrdersContext, atMost: number): Promise<ClaimedEvent[]> {
  const { claimToken, claimedAt, dueAt } = newClaim(ctx);
  return ctx.db.$queryRaw<ClaimedEvent[]>`
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
export type EventResult = { outcome: FlowEventOutcome } | { outcome: null; dueAt: Date };

/** Records the results in one statement, of the claims that still hold. */
export async function recordResults(
  ctx: OrdersContext,
  results: readonly { event: ClaimedEvent; result: EventResult }[],
): Promise<void> {
  const outcomes = results.map(({ result }) => result.outcome);
  const dueAts = results.map(({ result }) => (result.outcome === null ? result.dueAt.toISOString() : null));
  await ctx.db.$executeRaw`
    UPDATE "FlowEvent" f SET "claimToken" = NULL, "claimedAt" = NULL, "dueAt" = sent."dueAt"::timestamptz,
      "outcome" = sent."outcome"::"FlowEventOutcome",
      "settledAt" = CASE WHEN sent."outcome" IS NULL THEN NULL ELSE ${ctx.clock.now()}::timestamptz END
    FROM unnest(${results.map(({ event }) => event.id)}::uuid[], ${results.map(({ event }) => event.claimToken)}::uuid[],
      ${dueAts}::text[], ${outcomes}::text[]) AS sent("eventId", "token", "dueAt", "outcome")
    WHERE f."id" = sent."eventId" AND f."claimToken" = sent."token" AND f."settledAt" IS NULL`;
}
