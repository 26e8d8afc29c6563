import { Prisma } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/sql.ts";
import type { OrderId, ParcelId, PrintAccountId, WebhookDeliveryId } from "../../ports/ids.ts";
import { transact } from "../core/append.ts";
import type { OrdersContext } from "../core/context.ts";
import type { OrderRows } from "../core/order-rows.ts";
import { isReference, oldestNamed } from "./find-by-reference.ts";
import { changeUpdated, loadUpdated, type UpdatedSubmission } from "./load-updated.ts";

/** What an update of the print service makes of a submission. ignored: it says nothing that is stored. */
export interface AppliedUpdate {
  outcome: "recorded" | "known" | "ignored";
  /** The next step of the submission is due once this is committed. */
  wake: boolean;
  /** So are these parcels. */
  parcelIds: ParcelId[];
}

/** An event that names a submission by its reference. */
export interface ProviderEvent {
  /** The account whose event it is; undefined where the caller knows the submission. */
  accountId?: PrintAccountId | undefined;
  reference: string;
  decide(rows: OrderRows, submission: UpdatedSubmission): AppliedUpdate;
}

export type RecordedEvent = { outcome: AppliedUpdate["outcome"]; orderId: OrderId } | { outcome: "unknown_reference" };

/**
 * Records events in one transaction, in any order and of any orders, and wakes what follows. An event of one account changes no order
 * of another. `inTransaction` runs at its end, with the outcomes. null: another transaction has locked the order (`skipLocked`).
 */
export async function recordEvents(
  ctx: OrdersContext,
  events: readonly ProviderEvent[],
  { skipLocked = false } = {},
  inTransaction?: (tx: Tx, outcomes: readonly (RecordedEvent | null)[]) => Promise<void>,
): Promise<(RecordedEvent | null)[]> {
  const { outcomes, applied } = await transact(ctx, async (tx) => {
    const loaded = await loadUpdated(tx, named(events), { skipLocked });
    const found = events.map(({ reference, accountId }) =>
      loaded.submissions.find(
        (one) => one.reference === reference && (accountId === undefined || one.account?.id === accountId),
      ),
    );
    const items = events.flatMap((event, at) => (found[at] ? [{ event, submission: found[at] }] : []));
    const applied = await changeUpdated(tx, loaded, items, (rows, { event, submission }) => ({
      ...{ event, submission, ...event.decide(rows, submission) },
    }));
    const outcomes = events.map((event, at): RecordedEvent | null => {
      if (!found[at]) return { outcome: "unknown_reference" };
      const one = applied.find((each) => each?.event === event);
      return one ? { outcome: one.outcome, orderId: found[at].orderId } : null;
    });
    await inTransaction?.(tx, outcomes);
    return { outcomes, applied };
  });
  for (const one of applied) {
    if (one?.wake) ctx.wake.submission(one.submission.id);
    for (const id of one?.parcelIds ?? []) ctx.wake.parcel(id);
  }
  return outcomes;
}

/** The submissions `x` that events name. */
function named(events: readonly ProviderEvent[]): Prisma.Sql {
  const asked = events
    .filter(({ reference }) => isReference(reference))
    .map(({ reference, accountId = null }) => ({ reference, accountId }));
  return Prisma.sql`x."reference" = ANY(${asked.map(({ reference }) => reference)}::text[]) AND EXISTS (
    SELECT FROM jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) AS i("reference" text, "accountId" uuid)
    WHERE i."reference" = x."reference" AND (i."accountId" IS NULL OR i."accountId" = x."printAccountId"))`;
}

const PREFIX = "INKBRIDGE_TEST_";

/**
 * Reference of an event that the app sends to itself: references of submissions have no underscore (core/reference.ts).
 */
export const testReference = (code: string): string => `${PREFIX}${code}`;

export const isTestReference = (reference: string): boolean => reference.startsWith(PREFIX);

/** `problem` of such a delivery, so that it does not count as an event of the print service. */
export const TEST_EVENT = "test_event";

const BATCH_SIZE = 200;

/**
 * Handles events of unknown references again once a submission of their account has the reference, or is known to be the order of the
 * service that they name: after a restore an event may have arrived before its order, and an early one before the service's id was known.
 * So does a submission on the account to or from which its shop has moved. Of all accounts, or of one. Returns how many deliveries are
 * due again.
 */
export async function rematchEvents(
  ctx: Pick<OrdersContext, "sql" | "clock" | "wake">,
  accountId: PrintAccountId | null = null,
): Promise<number> {
  const now = ctx.clock.now();
  // `n`: the accounts that the event may be about. On another one the shop's own orders alone, as old as findOtherwiseNamed finds them.
  const unmatched = Prisma.sql`"UnmatchedEvent" u JOIN "PrintAccount" a ON a."key" = u."accountKey"
    CROSS JOIN LATERAL (
      SELECT a."id" AS "accountId", NULL::uuid AS "shopId", '-infinity'::timestamptz AS "since"
      UNION ALL SELECT m."toAccountId", m."shopId", ${oldestNamed(ctx)} FROM "AccountMove" m
        WHERE m."fromAccountId" = a."id" AND m."movedAt" IS NOT NULL
      UNION ALL SELECT m."fromAccountId", m."shopId", ${oldestNamed(ctx)} FROM "AccountMove" m
        WHERE m."toAccountId" = a."id" AND m."movedAt" IS NOT NULL) n
    JOIN "Submission" s ON s."printAccountId" = n."accountId" AND (n."shopId" IS NULL OR s."shopId" = n."shopId" AND s."sentAt" >= n."since")`;
  const isOpen = Prisma.sql`u."matchedAt" IS NULL AND (${accountId}::uuid IS NULL OR ${accountId}::uuid IN (a."id", n."accountId"))`;
  const deliveries = await ctx.sql.transaction(async (tx) => {
    const matched = await tx.query<{ deliveryId: WebhookDeliveryId }>`
      UPDATE "UnmatchedEvent" SET "matchedAt" = ${now} WHERE "id" IN (
        SELECT "id" FROM (
          SELECT u."id", u."receivedAt" FROM ${unmatched} AND s."reference" = u."reference" WHERE ${isOpen}
          UNION SELECT u."id", u."receivedAt" FROM ${unmatched}
            AND s."serviceOrderIds" @> ARRAY[u."reference"] AND s."serviceOrderIds" <> '{}' WHERE ${isOpen}
        ) AS named ORDER BY "receivedAt" LIMIT ${BATCH_SIZE})
      RETURNING "deliveryId"`;
    const ids = matched.map((row) => row.deliveryId);
    await tx.execute`
      UPDATE "WebhookDelivery" SET "state" = 'waiting', "dueAt" = ${now}, "problem" = NULL
      WHERE "id" = ANY(${ids}::uuid[]) AND "bodyEncrypted" IS NOT NULL`;
    return ids;
  });
  for (const id of deliveries) ctx.wake.delivery(id);
  return deliveries.length;
}
