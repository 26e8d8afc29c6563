import { withLease } from "../database/lease.ts";
import { stateIn } from "../orders/core/state-in.ts";
import { NEVER_RESENT_STATES } from "../orders/core/states.ts";
import type { ShopsContext } from "../shops/context.ts";

export type RetentionContext = Pick<ShopsContext, "db" | "clock" | "ids" | "log">;

const DAY = 24 * 60 * 60 * 1000;
const BATCH = 500;
/** What is left after that waits for the next run. */
const MAX_BATCHES = 100;
const LEASE_MS = 30 * 60_000;

/** Each kind of row is deleted or erased when older than its limit. */
interface RetentionLimits {
  /** Of personal data: bodies of deliveries, contents of submissions and the service's answers to them, and their lookups. */
  personal: Date;
  /** Of the rows of deliveries. */
  deliveries: Date;
  /** Of prices, which are useless after a week. */
  prices: Date;
  /** Of abandoned leases. */
  leases: Date;
}

type Step = (ctx: RetentionContext, cutoffs: RetentionLimits) => Promise<number>;

/** What is let go of, each at most a batch at a time. Rows that somebody works on are left for the next time. */
const STEPS: Readonly<Record<string, Step>> = {
  bodies: eraseOldBodies,
  contents: eraseOldPayloads,
  unmatched: deleteUnmatched,
  lookups: deleteLookups,
  deliveries: deleteDeliveries,
  prices: deletePrices,
  leases: deleteLeases,
};

/** Lets go of what is older than it has to be, by one process at a time; says how many rows of each kind it was. */
export async function prune(ctx: RetentionContext, retentionDays: number): Promise<Record<string, number>> {
  const pruned: Record<string, number> = {};
  await withLease(ctx, "retention", LEASE_MS, async () => {
    const cutoffs = retentionLimits(ctx.clock.now(), retentionDays);
    for (const [name, step] of Object.entries(STEPS)) pruned[name] = await repeatStep(() => step(ctx, cutoffs));
  });
  if (Object.values(pruned).some((count) => count > 0)) ctx.log.info(pruned, "what is old was let go of");
  return pruned;
}

/**
 * The row of a delivery stays twice as long as its body: its unique id detects a repeat, which Shopify sends within four hours
 * and an outage of the app may delay, and a person can still see that the delivery came.
 */
function retentionLimits(now: Date, retentionDays: number): RetentionLimits {
  const daysAgo = (days: number) => new Date(now.getTime() - days * DAY);
  return {
    personal: daysAgo(retentionDays),
    deliveries: daysAgo(2 * retentionDays),
    prices: daysAgo(7),
    leases: daysAgo(1),
  };
}

async function repeatStep(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let batch = 0; batch < MAX_BATCHES; batch += 1) {
    const count = await step();
    total += count;
    if (count < BATCH) break;
  }
  return total;
}

/** Bodies of deliveries that wait for nothing any longer. */
function eraseOldBodies({ db }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  return db.$executeRaw`
    UPDATE "WebhookDelivery" SET "bodyEncrypted" = NULL WHERE "id" IN (
      SELECT "id" FROM "WebhookDelivery" WHERE "bodyEncrypted" IS NOT NULL AND "state" <> 'waiting' AND "receivedAt" < ${personal}
      ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Contents, and the service's words, of submissions that are not sent any longer. One that may still be sent, or that nobody knows
 * of, keeps its content. Reference, hashes, lines and attempts stay: they are what keeps it from being printed twice.
 */
function eraseOldPayloads({ db, clock }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  const now = clock.now();
  return db.$executeRaw`
    WITH old AS (
      SELECT "id" FROM "Submission" WHERE "payloadEncrypted" IS NOT NULL AND "createdAt" < ${personal}
        AND ${stateIn("Submission", NEVER_RESENT_STATES)}
      ORDER BY "createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
    words AS (
      UPDATE "Attempt" SET "messageEncrypted" = NULL WHERE "messageEncrypted" IS NOT NULL AND "submissionId" IN (SELECT "id" FROM old))
    UPDATE "Submission" SET "payloadEncrypted" = NULL, "contentErasedAt" = ${now} WHERE "id" IN (SELECT "id" FROM old)`;
}

/** Events of nobody whose body is gone can be matched no more. */
async function deleteUnmatched({ db }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  return (await db.unmatchedEvent.deleteMany({ where: { receivedAt: { lt: personal } }, limit: BATCH })).count;
}

/** Evidence of decisions that were made; that of open ones stays. */
async function deleteLookups({ db }: RetentionContext, { personal }: RetentionLimits): Promise<number> {
  const decided = { at: { lt: personal }, submission: { state: { not: "uncertain" as const } } };
  return (await db.lookup.deleteMany({ where: decided, limit: BATCH })).count;
}

function deleteDeliveries({ db }: RetentionContext, { deliveries }: RetentionLimits): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "WebhookDelivery" WHERE "id" IN (
      SELECT "id" FROM "WebhookDelivery" WHERE "state" <> 'waiting' AND "receivedAt" < ${deliveries}
      ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
}

async function deletePrices({ db }: RetentionContext, { prices }: RetentionLimits): Promise<number> {
  return (await db.priceQuote.deleteMany({ where: { askedAt: { lt: prices } }, limit: BATCH })).count;
}

async function deleteLeases({ db }: RetentionContext, { leases }: RetentionLimits): Promise<number> {
  return (await db.lease.deleteMany({ where: { until: { lt: leases } }, limit: BATCH })).count;
}
