import { Prisma } from "../../prisma/client/client.ts";
import { inBatch } from "../database/sql.ts";
import { withLease } from "../database/lease.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { FINISHED_STATES, NEVER_RESENT_STATES } from "../orders/core/states.ts";
import { errorName } from "../ports/errors.ts";
import type { ShopsContext } from "../shops/context.ts";
import { DAY_MS, MINUTE_MS } from "../ports/clock.ts";

type RetentionContext = Pick<ShopsContext, "db" | "clock" | "ids" | "log">;

const BATCH = 500;
/** Of one step in one run: 12 million rows of each kind in a day. */
const MAX_BATCHES = 1_000;
const LEASE_MS = 30 * MINUTE_MS;

type Step = (ctx: RetentionContext, limits: RetentionLimits) => Promise<number | { count: number }>;

/**
 * Each step handles at most a batch. Rows that are locked are left for the next run. Prisma's `limit`, which is only for rows that stay old
 * once they are, waits for them instead, and deletes a row that no longer matches.
 */
const STEPS: Readonly<Record<string, Step>> = {
  bodies: ({ db }, { personal }) =>
    db.$executeRaw`
      UPDATE "WebhookDelivery" SET "bodyEncrypted" = NULL
      WHERE "id" ${inBatch(handledBefore(personal, Prisma.sql`"bodyEncrypted" IS NOT NULL`))}`,
  contents: eraseOldPayloads,
  customers: eraseOldCustomers,
  /** Changes of orders of which nothing is left to be sent. What staff withholds stays withheld. */
  changes: eraseOldChanges,
  claims: eraseOldClaims,
  /** Print files with texts of customers, of orders of which nothing is left to be sent: erase-drawn-files.ts deletes them in Shopify. */
  drawnFiles: eraseOldDrawnFiles,
  /** An unmatched event whose body is erased can be matched no more. */
  unmatched: ({ db }, { personal }) =>
    db.unmatchedEvent.deleteMany({ where: { receivedAt: { lt: personal } }, limit: BATCH }),
  /** Evidence of decisions that were made. */
  lookups: ({ db }, { personal }) => db.$executeRaw`
    DELETE FROM "Lookup" WHERE "id" IN (
      SELECT l."id" FROM "Lookup" l JOIN "Submission" s ON s."id" = l."submissionId"
      WHERE l."at" < ${personal} AND s."state" <> 'uncertain' ORDER BY l."at" LIMIT ${BATCH})`,
  /** Of an open decision the last days stay. A proof of absence needs two scans that are some minutes apart. */
  openLookups: ({ db }, { openLookups }) => db.$executeRaw`
    DELETE FROM "Lookup" WHERE "id" IN (
      SELECT l."id" FROM "Submission" s JOIN "Lookup" l ON l."submissionId" = s."id"
      WHERE s."state" = 'uncertain' AND l."at" < ${openLookups} LIMIT ${BATCH})`,
  histories: deleteOldHistories,
  /** Each event was sent once: its subject makes no second one so much later. */
  flowEvents: ({ db }, { flowEvents }) => db.$executeRaw`
    DELETE FROM "FlowEvent" WHERE "id" IN (
      SELECT "id" FROM "FlowEvent" WHERE "settledAt" < ${flowEvents} ORDER BY "settledAt" LIMIT ${BATCH})`,
  notificationItems: ({ db }, { flowEvents }) =>
    db.notificationItem.deleteMany({ where: { createdAt: { lt: flowEvents } }, limit: BATCH }),
  notificationMessages: ({ db }, { flowEvents }) =>
    db.notificationMessage.deleteMany({ where: { settledAt: { lt: flowEvents } }, limit: BATCH }),
  deliveries: ({ db }, { deliveries }) =>
    db.$executeRaw`DELETE FROM "WebhookDelivery" WHERE "id" ${inBatch(handledBefore(deliveries))}`,
  /** Those of an order have shipped minutes after it was sent, and are compared for weeks at most. */
  practiceOrders: ({ db }, { personal }) =>
    db.practiceOrder.deleteMany({ where: { enteredAt: { lt: personal } }, limit: BATCH }),
  prices: ({ db }, { prices }) => db.priceQuote.deleteMany({ where: { askedAt: { lt: prices } }, limit: BATCH }),
  rateCounts: ({ db }, { prices }) =>
    db.checkoutRateCount.deleteMany({ where: { hourAt: { lt: prices } }, limit: BATCH }),
  leases: (ctx, { leases }) => deleteBatch(ctx, Prisma.sql`"Lease"`, Prisma.sql`"until" < ${leases}`),
  /** Of runs that ended, or were deleted, while they were put off. */
  longRuns: (ctx, { leases }) => deleteBatch(ctx, Prisma.sql`"LongRun"`, Prisma.sql`"dueAt" < ${leases}`),
  /** The rows of a dry run, then the dry run. Of each shop the last few stay. */
  dryRunOrders: ({ db }, { dryRuns }) => db.$executeRaw`
    DELETE FROM "DryRunOrder" WHERE ("dryRunId", "position") IN (
      SELECT o."dryRunId", o."position" FROM "DryRunOrder" o WHERE o."dryRunId" IN (${oldDryRuns(dryRuns)})
      LIMIT ${BATCH})`,
  dryRuns: ({ db }, { dryRuns }) => db.$executeRaw`
    DELETE FROM "DryRun" WHERE "id" IN (${oldDryRuns(dryRuns)} LIMIT ${BATCH})`,
  imports: (ctx, { imports }) =>
    deleteBatch(
      ctx,
      Prisma.sql`"MappingImport"`,
      Prisma.sql`"createdAt" < ${imports} AND "state" NOT IN ('saving', 'saved')`,
    ),
  skuCheckRuns: ({ db }, { skuCheckRuns }) =>
    db.skuCheckRun.deleteMany({ where: { startedAt: { lt: skuCheckRuns } }, limit: BATCH }),
  bulkEdits: ({ db }, { imports }) =>
    db.bulkEdit.deleteMany({ where: { createdAt: { lt: imports }, state: "done" }, limit: BATCH }),
  reconciliations: ({ db }, { imports }) =>
    db.reconciliation.deleteMany({ where: { startedAt: { lt: imports } }, limit: BATCH }),
  accessLog: ({ db }, { accessLog }) =>
    db.buyerDataAccess.deleteMany({ where: { at: { lt: accessLog } }, limit: BATCH }),
  /** Open ones wait for staff. */
  dataRequests: ({ db }, { dataRequests }) =>
    db.dataRequest.deleteMany({ where: { endedAt: { lt: dataRequests } }, limit: BATCH }),
  staffActions: ({ db }, { history }) => db.staffAction.deleteMany({ where: { at: { lt: history } }, limit: BATCH }),
  staff: (ctx, { staff }) => deleteBatch(ctx, Prisma.sql`"StaffMember"`, Prisma.sql`"updatedAt" < ${staff}`),
};

/**
 * Erases or deletes what is older than its limit, in one process at a time; returns how many rows of each kind. A step that
 * fails does not keep the others from their rows. `stopping` ends it after a batch; the next run continues. @throws the first
 * step's error, after all steps
 */
export async function prune(
  ctx: RetentionContext,
  retentionDays: number,
  stopping?: AbortSignal,
): Promise<Record<string, number>> {
  const pruned: Record<string, number> = {};
  const errors: unknown[] = [];
  await withLease(ctx, "retention", LEASE_MS, async () => {
    const limits = retentionLimits(ctx.clock.now(), retentionDays);
    for (const [name, step] of Object.entries(STEPS)) {
      if (stopping?.aborted) break;
      try {
        pruned[name] = await repeatStep(() => step(ctx, limits), stopping);
      } catch (error) {
        ctx.log.warn({ step: name, error: errorName(error) }, "a kind of old rows was not pruned");
        errors.push(error);
      }
    }
  });
  if (Object.values(pruned).some((count) => count > 0)) ctx.log.info(pruned, "old rows were pruned");
  if (errors.length > 0) throw errors[0];
  return pruned;
}

/** Dry runs of each shop. */
const DRY_RUNS_KEPT = 3;

async function repeatStep(step: () => ReturnType<Step>, stopping: AbortSignal | undefined): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const result = await step();
    const count = typeof result === "number" ? result : result.count;
    total += count;
    if (count < BATCH || stopping?.aborted) break;
  }
  return total;
}

/** Deletes a batch of the table's rows that match, and none that somebody is changing. */
const deleteBatch = ({ db }: RetentionContext, table: Prisma.Sql, old: Prisma.Sql): Promise<number> =>
  db.$executeRaw`DELETE FROM ${table} WHERE ctid ${inBatch(
    Prisma.sql`SELECT ctid FROM ${table} WHERE ${old} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`,
  )}`;

/** A batch of deliveries that are older than that and do not wait to be handled. */
const handledBefore = (before: Date, condition = Prisma.sql`TRUE`): Prisma.Sql => Prisma.sql`
  SELECT "id" FROM "WebhookDelivery" WHERE ${condition} AND "state" <> 'waiting' AND "receivedAt" < ${before}
  ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;

/** Dry runs that are older than that, or have enough newer ones in their shop. */
const oldDryRuns = (before: Date): Prisma.Sql => Prisma.sql`
  SELECT r."id" FROM "DryRun" r WHERE r."startedAt" < ${before} OR ${DRY_RUNS_KEPT} <= (
    SELECT count(*) FROM "DryRun" newer WHERE newer."shopId" = r."shopId" AND newer."startedAt" > r."startedAt")`;

/**
 * Payloads, and the service's answers, of submissions that are not sent any longer. A submission that may still be
 * sent, or is uncertain, keeps its payload. Reference, hashes, lines and attempts stay: they prevent a second printing.
 * Some have answers, but no payload: an adopted orphan, or one whose sent content was restored (sent-content.ts).
 */
function eraseOldPayloads({ db, clock }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  const now = clock.now();
  return db.$executeRaw`
    WITH old AS (
      SELECT "id" FROM "Submission" WHERE "contentErasedAt" IS NULL AND "createdAt" < ${personal}
        AND ${stateIn("Submission", NEVER_RESENT_STATES)}
      ORDER BY "createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
    words AS (
      UPDATE "Attempt" SET "messageEncrypted" = NULL WHERE "messageEncrypted" IS NOT NULL AND "submissionId" IN (SELECT "id" FROM old))
    UPDATE "Submission" SET "payloadEncrypted" = NULL, "providerOrderEncrypted" = NULL, "contentErasedAt" = ${now} WHERE "id" IN (SELECT "id" FROM old)`;
}

/** SQL: whether something of an order may still be sent. */
const mayStillSend = (orderId: Prisma.Sql) =>
  Prisma.sql`EXISTS (SELECT FROM "Submission" s WHERE s."orderId" = ${orderId} AND NOT ${stateIn("s", NEVER_RESENT_STATES)})`;

/**
 * Customer, tags and search words of orders that did not change for that long, unless something of the order may still be
 * sent. Reading such an order again fills them until the next run.
 */
function eraseOldCustomers({ db }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  const old = Prisma.sql`
    SELECT o."id" FROM "Order" o WHERE o."customerEncrypted" IS NOT NULL AND o."shopifyUpdatedAt" < ${personal}
      AND NOT ${mayStillSend(Prisma.sql`o."id"`)}
    ORDER BY o."shopifyUpdatedAt" LIMIT ${BATCH} FOR UPDATE OF o SKIP LOCKED`;
  return db.$executeRaw`
    UPDATE "Order" SET "customerEncrypted" = NULL, "searchHashes" = ARRAY[]::text[], "destinationCountry" = NULL, "tags" = ARRAY[]::text[]
    WHERE "id" ${inBatch(old)}`;
}

function eraseOldChanges({ db }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  const old = Prisma.sql`
    SELECT c."id" FROM "OrderChange" c WHERE c."contentEncrypted" IS NOT NULL AND c."createdAt" < ${personal}
      AND NOT ${mayStillSend(Prisma.sql`c."orderId"`)}
    ORDER BY c."createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
  return db.$executeRaw`UPDATE "OrderChange" SET "contentEncrypted" = NULL WHERE "id" ${inBatch(old)}`;
}

function eraseOldDrawnFiles({ db, clock }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  const old = Prisma.sql`
    SELECT d."id" FROM "DrawnFile" d WHERE d."eraseAt" IS NULL AND d."createdAt" < ${personal}
      AND NOT ${mayStillSend(Prisma.sql`d."orderId"`)}
    ORDER BY d."createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED`;
  return db.$executeRaw`UPDATE "DrawnFile" SET "eraseAt" = ${clock.now()} WHERE "id" ${inBatch(old)}`;
}

/** Texts and photos of claims that are done, or that nobody closed for longer than anybody complains. Kinds and answers stay, to be counted. */
function eraseOldClaims({ db }: RetentionContext, { personal, history }: RetentionLimits): Promise<number> {
  return db.$executeRaw`
    WITH old AS (
      SELECT "id" FROM "Claim" WHERE "contentEncrypted" IS NOT NULL AND ("closedAt" < ${personal} OR "openedAt" < ${history})
      ORDER BY "openedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
    photos AS (DELETE FROM "ClaimPhoto" WHERE "claimId" IN (SELECT "id" FROM old))
    UPDATE "Claim" SET "contentEncrypted" = NULL WHERE "id" IN (SELECT "id" FROM old)`;
}

/**
 * History, cleared reasons for attention and the attempts of fulfilled submissions, of orders that came to their end and to
 * which nothing happened for that long. Canceled submissions keep their attempts: where the service shows one after all, they
 * say what was sent (sent-content.ts). An order that Shopify changes again is pruned again.
 */
function deleteOldHistories({ db, clock }: RetentionContext, { history }: RetentionLimits): Promise<number> {
  return db.$executeRaw`
    WITH old AS (
      SELECT o."id" FROM "Order" o
      WHERE (o."historyPrunedAt" IS NULL OR o."historyPrunedAt" < o."shopifyUpdatedAt") AND o."shopifyUpdatedAt" < ${history}
        AND NOT EXISTS (SELECT FROM "Submission" s WHERE s."orderId" = o."id" AND NOT ${stateIn("s", FINISHED_STATES)})
        AND NOT EXISTS (SELECT FROM "Attention" a WHERE a."orderId" = o."id" AND a."clearedAt" IS NULL)
        AND NOT EXISTS (SELECT FROM "History" h WHERE h."orderId" = o."id" AND h."at" >= ${history})
      ORDER BY o."shopifyUpdatedAt" LIMIT ${BATCH} FOR UPDATE OF o SKIP LOCKED),
    entries AS (DELETE FROM "History" WHERE "orderId" IN (SELECT "id" FROM old)),
    reasons AS (DELETE FROM "Attention" WHERE "orderId" IN (SELECT "id" FROM old)),
    triages AS (DELETE FROM "OrderTriage" WHERE "orderId" IN (SELECT "id" FROM old)),
    attempts AS (
      DELETE FROM "Attempt" WHERE "submissionId" IN (
        SELECT s."id" FROM "Submission" s WHERE s."orderId" IN (SELECT "id" FROM old) AND s."state" = 'fulfilled'))
    UPDATE "Order" SET "historyPrunedAt" = ${clock.now()} WHERE "id" IN (SELECT "id" FROM old)`;
}

/** For how many days each kind of row is kept. The privacy page shows them. */
export const retentionPeriods = (retentionDays: number) => ({
  /**
   * Personal data: bodies of deliveries, payloads of submissions, the service's answers to them, lookups, the customer
   * in the orders list, and texts and photos of claims that are done.
   */
  personal: retentionDays,
  /**
   * The row of a delivery stays twice as long as its body: its unique id detects a repetition, which Shopify sends
   * within four hours and an outage of the app may delay, and staff can still see that the delivery came.
   */
  deliveries: 2 * retentionDays,
  /**
   * History, cleared reasons for attention and attempts of orders that came to their end, and claims that nobody closes: longer
   * than anybody complains about an order. So long, too, what staff did outside the orders.
   */
  history: 365,
  /** Events for Shopify Flow that are settled, and what was told outside the app. */
  flowEvents: 30,
  /** Lookups of a submission that is still uncertain. */
  openLookups: 7,
  /** Prices, which are used for some minutes. */
  prices: 7,
  /** Abandoned leases. */
  leases: 1,
  dryRuns: 30,
  /** Imports of mappings that staff left. */
  imports: 7,
  /** Nightly SKU checks. */
  skuCheckRuns: 30,
  /** Names of staff, which are asked for again while people act in the app. */
  staff: 365,
  /** The log of who opened buyers' data. */
  accessLog: 365,
  /** Data requests that ended: longer than a customer's complaint about an answer takes. */
  dataRequests: 365,
});

export type RetentionPeriods = ReturnType<typeof retentionPeriods>;

/** Rows older than the limit of their kind are deleted or erased. */
type RetentionLimits = Readonly<Record<keyof RetentionPeriods, Date>>;

function retentionLimits(now: Date, retentionDays: number): RetentionLimits {
  const limits = Object.entries(retentionPeriods(retentionDays)).map(([kind, days]) => [
    kind,
    new Date(now.getTime() - days * DAY_MS),
  ]);
  return Object.fromEntries(limits) as RetentionLimits;
}
