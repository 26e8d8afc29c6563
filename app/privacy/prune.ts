import { withLease } from "../database/lease.ts";
import type { ShopsContext } from "../shops/context.ts";
import { limits, type Limits } from "./retention-limits.ts";

export type RetentionContext = Pick<ShopsContext, "db" | "clock" | "ids" | "log">;

const BATCH = 500;
/** What is left after that waits for the next run. */
const MOST_BATCHES = 100;
const LEASE_MS = 30 * 60_000;

type Step = (ctx: RetentionContext, until: Limits) => Promise<number>;

/** What is let go of, each at most a batch at a time. Rows that somebody works on are left for the next time. */
const STEPS: Readonly<Record<string, Step>> = {
  bodies: forgetBodies,
  contents: forgetContents,
  unmatched: forgetUnmatched,
  lookups: dropLookups,
  deliveries: dropDeliveries,
  prices: dropPrices,
  leases: dropLeases,
};

/** Lets go of what is older than it has to be, by one process at a time; says how many rows of each kind it was. */
export async function prune(ctx: RetentionContext, retentionDays: number): Promise<Record<string, number>> {
  const pruned: Record<string, number> = {};
  await withLease(ctx, "retention", LEASE_MS, async () => {
    const until = limits(ctx.clock.now(), retentionDays);
    for (const [name, step] of Object.entries(STEPS)) pruned[name] = await repeat(() => step(ctx, until));
  });
  if (Object.values(pruned).some((count) => count > 0)) ctx.log.info(pruned, "what is old was let go of");
  return pruned;
}

async function repeat(step: () => Promise<number>): Promise<number> {
  let sum = 0;
  for (let batch = 0; batch < MOST_BATCHES; batch += 1) {
    const count = await step();
    sum += count;
    if (count < BATCH) break;
  }
  return sum;
}

/** Bodies of deliveries that wait for nothing any more. */
function forgetBodies({ db }: RetentionContext, { personal }: Limits): Promise<number> {
  return db.$executeRaw`
    UPDATE "Delivery" SET "bodySealed" = NULL WHERE "id" IN (
      SELECT "id" FROM "Delivery" WHERE "bodySealed" IS NOT NULL AND "state" <> 'waiting' AND "receivedAt" < ${personal}
      ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
}

/**
 * Contents, and the service's words, of submissions that are not sent any more. One that may still be sent, or that nobody knows
 * of, keeps its content. Reference, hashes, lines and attempts stay: they are what keeps it from being printed twice.
 */
function forgetContents({ db, clock }: RetentionContext, { personal }: Limits): Promise<number> {
  const now = clock.now();
  return db.$executeRaw`
    WITH old AS (
      SELECT "id" FROM "Submission" WHERE "payloadSealed" IS NOT NULL AND "createdAt" < ${personal}
        AND "state" IN ('submitted', 'in_production', 'shipped', 'fulfilled', 'cancelled')
      ORDER BY "createdAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED),
    words AS (
      UPDATE "Attempt" SET "wordsSealed" = NULL WHERE "wordsSealed" IS NOT NULL AND "submissionId" IN (SELECT "id" FROM old))
    UPDATE "Submission" SET "payloadSealed" = NULL, "contentErasedAt" = ${now} WHERE "id" IN (SELECT "id" FROM old)`;
}

/** Events of nobody whose body is gone can be matched no more. */
async function forgetUnmatched({ db }: RetentionContext, { personal }: Limits): Promise<number> {
  return (await db.unmatchedEvent.deleteMany({ where: { receivedAt: { lt: personal } }, limit: BATCH })).count;
}

/** Evidence of decisions that were made; that of open ones stays. */
async function dropLookups({ db }: RetentionContext, { personal }: Limits): Promise<number> {
  const settled = { at: { lt: personal }, submission: { state: { not: "uncertain" as const } } };
  return (await db.lookup.deleteMany({ where: settled, limit: BATCH })).count;
}

function dropDeliveries({ db }: RetentionContext, { deliveries }: Limits): Promise<number> {
  return db.$executeRaw`
    DELETE FROM "Delivery" WHERE "id" IN (
      SELECT "id" FROM "Delivery" WHERE "state" <> 'waiting' AND "receivedAt" < ${deliveries}
      ORDER BY "receivedAt" LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)`;
}

async function dropPrices({ db }: RetentionContext, { prices }: Limits): Promise<number> {
  return (await db.priceQuote.deleteMany({ where: { askedAt: { lt: prices } }, limit: BATCH })).count;
}

async function dropLeases({ db }: RetentionContext, { leases }: Limits): Promise<number> {
  return (await db.lease.deleteMany({ where: { until: { lt: leases } }, limit: BATCH })).count;
}
