import { randomUUID } from "node:crypto";
import type Bull from "bull";
import type { OrdersContext } from "../orders/core/context.ts";
import type { LookupContext } from "../orders/provider-reader/shared-scan.ts";
import { fulfilParcel } from "../orders/fulfil/fulfil-parcel.ts";
import { recheckOrder } from "../orders/receive/recheck-order.ts";
import { stepSubmission } from "../orders/submit/step-submission.ts";
import { rescheduleFailed, resetFailures } from "../orders/core/failed-work.ts";
import { findDueRows, WORK_KINDS, findWorkRow, type WorkRow, type WorkKind } from "../orders/core/due-work.ts";
import { isDatabaseUnavailable } from "./database-error.ts";
import { handleWebhook, type WebhookHandlerContext } from "./handle-webhook.ts";
import { waitForConnections, type Queues, type WakeJob } from "./queues.ts";
import { createFairScheduler, maxQueuedPerPartition, type WorkItem, type SchedulerLimits } from "./fair-scheduler.ts";
import { endsWithin } from "../common/with-timeout.ts";
import type { RowId } from "../ports/ids.ts";

/**
 * In one process. A row mostly waits for an answer of another system; of ours it takes a database connection now and
 * then. One shop, sender or print account gets less than half of the places, however many rows it has and however slow
 * it is.
 */
const LIMITS: Record<WorkKind, SchedulerLimits> = {
  delivery: { maxConcurrent: 6, maxPerKey: 2 },
  order: { maxConcurrent: 5, maxPerKey: 2 },
  submission: { maxConcurrent: 10, maxPerKey: 4 },
  parcel: { maxConcurrent: 5, maxPerKey: 2 },
};

/** Wake-ups taken at once per queue: each reads its row's partition. */
const WAKE_UP_CONCURRENCY = 2;
/** An unreachable database is logged at most this often, not for each row. */
const UNAVAILABLE_LOG_INTERVAL_MS = 10_000;

export interface Workers {
  /**
   * Offers the rows that are due in PostgreSQL. Called at intervals: it finds the rows whose wake-up was lost or
   * dropped.
   */
  pollDue(): Promise<void>;
  /** Takes nothing new and waits for running work, up to a limit. False: something still ran. */
  stop(limitMs: number): Promise<boolean>;
}

/** Starts the workers. Each re-reads its row, and returns early when there is nothing left to do. */
export function startWorkers(queues: Queues, handling: WebhookHandlerContext & { ctx: LookupContext }): Workers {
  const { ctx } = handling;
  const work: Record<WorkKind, (id: RowId) => Promise<unknown>> = {
    delivery: (id) => handleWebhook(handling, id),
    order: (id) => recheckOrder(ctx, id),
    submission: (id) => stepSubmission(ctx, id),
    parcel: (id) => fulfilParcel(ctx, id),
  };
  const pools = WORK_KINDS.map((name) => startWorkerPool(ctx, name, queues.byName[name], work[name]));
  return {
    pollDue: async () => void (await Promise.all(pools.map((pool) => pool.pollDue()))),
    stop: (limitMs) => endsWithin(limitMs, Promise.all(pools.map((pool) => pool.stop()))),
  };
}

/**
 * One kind of work. Rows come by wake-ups (Bull) and by polls (PostgreSQL) and take turns by shop. A wake-up without
 * room is dropped: its row is due, and a poll finds it once a place is free.
 */
function startWorkerPool(
  ctx: OrdersContext,
  name: WorkKind,
  queue: Bull.Queue<WakeJob>,
  work: (id: RowId) => Promise<unknown>,
): { pollDue(): Promise<void>; stop(): Promise<unknown> } {
  const limits = LIMITS[name];
  const jitterSeed = randomUUID();
  /** Run since the last timed poll: a row that is still due is ignored until the next one. */
  let recentlyRun = new Set<RowId>();
  /** Rows whose last run failed: their count of failures is reset when a run succeeds. */
  const failuresOf = new Map<RowId, number>();
  const logUnavailable = throttled(UNAVAILABLE_LOG_INTERVAL_MS, () =>
    ctx.log.warn({ work: name }, "rows wait: the database is away"),
  );
  let polling: Promise<void> | null = null;
  /** More rows were due than there was room for. */
  let moreDue = false;

  const scheduler = createFairScheduler(
    limits,
    async (id) => {
      const failedBefore = failuresOf.get(id) ?? 0;
      failuresOf.delete(id);
      await runGuarded(ctx, name, id, work, { failedBefore, logUnavailable });
      recentlyRun.add(id);
    },
    () => {
      if (moreDue && scheduler.waiting() < limits.maxConcurrent) void pollOnce(recentlyRun).catch(() => undefined);
    },
  );

  const pollOnce = (excludedIds: ReadonlySet<RowId>): Promise<void> =>
    (polling ??= fetchDue(excludedIds).finally(() => (polling = null)));

  const offer = (row: WorkRow): boolean => {
    if (!scheduler.offer(toWorkItem(row))) return false;
    if (row.failures > 0) failuresOf.set(row.id, row.failures);
    return true;
  };

  const fetchDue = async (excludedIds: ReadonlySet<RowId>) => {
    const perPartition = maxQueuedPerPartition(limits);
    const limit = scheduler.remainingCapacity();
    const exceptPartitions = scheduler.fullPartitions();
    moreDue = limit === 0 || exceptPartitions.length > 0;
    if (limit === 0) return;
    const exceptIds = [...scheduler.knownIds(), ...excludedIds];
    const rows = await findDueRows(ctx, name, {
      perPartition,
      limit,
      excludedIds: exceptIds,
      excludedPartitions: exceptPartitions,
      jitterSeed,
    });
    const accepted = rows.filter(offer);
    moreDue ||= accepted.length < rows.length || rows.length === limit || somePartitionHas(rows, perPartition);
  };

  queue
    .process(WAKE_UP_CONCURRENCY, async (job: Bull.Job<WakeJob>) => {
      const row = await findWorkRow(ctx, name, job.data.id).catch(() => null);
      if (row && !offer(row)) moreDue = true;
    })
    .catch((error: unknown) => {
      ctx.log.warn({ queue: name, error }, "processor stopped");
    });

  return {
    pollDue() {
      recentlyRun = new Set();
      return pollOnce(recentlyRun);
    },
    stop: () => Promise.allSettled([waitForConnections(queue).then(() => queue.pause(true, true)), scheduler.stop()]),
  };
}

const toWorkItem = ({ id, partition, account }: WorkRow): WorkItem => ({
  id,
  partitionKeys: account === null ? [partition] : [partition, account],
});

function somePartitionHas(rows: readonly WorkRow[], count: number): boolean {
  const byPartition = Map.groupBy(rows, (row) => row.partition);
  return [...byPartition.values()].some((group) => group.length >= count);
}

/**
 * After a failed run the row is still due. An unreachable database says nothing about the row; any other error
 * reschedules it, so that not every poll runs it again.
 */
async function runGuarded(
  ctx: OrdersContext,
  work: WorkKind,
  id: RowId,
  run: (id: RowId) => Promise<unknown>,
  { failedBefore, logUnavailable }: { failedBefore: number; logUnavailable(): void },
): Promise<void> {
  try {
    await run(id);
    if (failedBefore > 0) await resetFailures(ctx, work, id, failedBefore);
  } catch (error) {
    if (isDatabaseUnavailable(error)) return logUnavailable();
    const failures = await rescheduleFailed(ctx, work, id, error).catch(() => null);
    // Logged at 1, 2, 4, 8, 16 … failures.
    if (failures === null || Number.isInteger(Math.log2(failures)))
      ctx.log.error({ work, id, error, failures }, "work on a row failed");
  }
}

/** Runs `run` at most once in `everyMs`. */
function throttled(everyMs: number, run: () => void): () => void {
  let last = -Infinity;
  return () => {
    const now = performance.now();
    if (now - last < everyMs) return;
    last = now;
    run();
  };
}
