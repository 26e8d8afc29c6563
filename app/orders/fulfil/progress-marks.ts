import { Prisma } from "../../../prisma/client/client.ts";
import { inBatch } from "../../database/in-batch.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { stateIn } from "../core/state-in.ts";
import { UNSHIPPED_STATES } from "../core/states.ts";

/**
 * Marks of progress that was reported in Shopify, of this process, written together by a timer. A mark that is lost costs one
 * more read of Shopify: `resumeFollowUps` finds its submission.
 */
export interface ProgressMarks {
  add(id: SubmissionId): void;
  /** Writes what was added. A row that is locked is left out: waiting for it could become a deadlock. */
  flush(): Promise<void>;
}

/** What a step needs that follows an accepted order. */
export interface FollowContext extends OrdersContext {
  progressMarks: ProgressMarks;
}

/** The marks of one process. */
export function createProgressMarks({ db, clock }: Pick<OrdersContext, "db" | "clock">): ProgressMarks {
  let added: SubmissionId[] = [];
  return {
    add: (id) => void added.push(id),
    async flush() {
      if (added.length === 0) return;
      const ids = added;
      added = [];
      await db.$executeRaw`
        UPDATE "Submission" SET "progressReportedAt" = COALESCE("progressReportedAt", ${clock.now()}::timestamptz)
        WHERE "id" IN (SELECT "id" FROM "Submission" WHERE "id" = ANY(${ids}::uuid[]) FOR NO KEY UPDATE SKIP LOCKED)`;
    },
  };
}

/** Made due in one run; the next run takes the others. */
const BATCH_SIZE = 200;
/** Older orders are left as they are, in milliseconds: the index on unshipped submissions is read no further. */
const RESUMED_FOR_MS = 86_400_000;

/**
 * Makes the follow-up due of accepted submissions whose process ended before it was done, or before it was marked: a live one
 * does both within the time of a claim. Returns how many.
 */
export async function resumeFollowUps({
  db,
  clock,
  policy,
}: Pick<OrdersContext, "db" | "clock" | "policy">): Promise<number> {
  const now = clock.now();
  const acceptedBefore = new Date(now.getTime() - policy.claimTtlMs);
  const sentAfter = new Date(now.getTime() - RESUMED_FOR_MS);
  const undone = Prisma.sql`
    SELECT "id" FROM "Submission" WHERE ${stateIn("Submission", UNSHIPPED_STATES)} AND "sentAt" > ${sentAfter}
      AND "submittedAt" <= ${acceptedBefore} AND "progressReportedAt" IS NULL AND "dueAt" IS NULL AND "kind" <> 'reprint'
    LIMIT ${BATCH_SIZE} FOR NO KEY UPDATE SKIP LOCKED`;
  return db.$executeRaw`UPDATE "Submission" SET "dueAt" = ${now} WHERE "dueAt" IS NULL AND "id" ${inBatch(undone)}`;
}
