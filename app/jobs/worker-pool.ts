import { randomUUID } from "node:crypto";
import type { OrdersContext } from "../orders/core/context.ts";
import { findDueRows, findWorkRows, type WorkKind, type WorkRow } from "../orders/core/due-work.ts";
import { readRunOutcomes, type EndedRun } from "../orders/core/run-outcome.ts";
import type { RowId } from "../ports/ids.ts";
import type { RunObserver } from "../ports/observe.ts";
import { batched } from "./batched.ts";
import { createFairScheduler, maxQueuedPerPartition, type SchedulerLimits, type WorkItem } from "./fair-scheduler.ts";
import { waitForConnections, type Queues } from "./queues.ts";
import { createRowRunner } from "./run-row.ts";
import { outcomeOf, type RunEnd } from "./run-end.ts";
import { createRunJobs } from "./run-jobs.ts";
import { takeWakeUps } from "./take-wake-ups.ts";

/**
 * Processors of Bull beyond the places of rows: they take wake-ups while every place is in use, so that the row of a quiet
 * shop is queued for its turn.
 */
const SPARE_PROCESSORS = 2;
/** How long Redis may take to confirm the ends of jobs when the workers stop, in milliseconds. */
const JOBS_END_TIMEOUT_MS = 1_000;

export interface WorkerPool {
  pollDue(): Promise<void>;
  /** More rows wait for their turn than there are places. */
  isBacklogged(): boolean;
  stop(): Promise<unknown>;
}

/** A row that is offered to the scheduler. */
interface Item extends WorkItem {
  row: WorkRow;
  /** Told how the run ended, by the wake-up that began it; null: the run gets a job of its own. */
  wakeUp: PromiseWithResolvers<RunEnd> | null;
}

export interface PoolOptions {
  name: WorkKind;
  limits: SchedulerLimits;
  work(id: RowId): Promise<unknown>;
  observe: RunObserver;
  /** How many of the places may be used at the moment. */
  maxRunning?(): number;
}

/**
 * One kind of work. Rows come by wake-ups (Bull) and by polls (PostgreSQL) and take turns by shop. A wake-up without
 * room is dropped: its row is due, and a poll finds it once a place is free.
 */
export function startWorkerPool(ctx: OrdersContext, queues: Queues, options: PoolOptions): WorkerPool {
  const { name, limits, work, observe, maxRunning = () => limits.maxConcurrent } = options;
  const queue = queues.byName[name];
  const jobs = createRunJobs(queues, name);
  const runRow = createRowRunner(ctx, name, work);
  const readOutcome = batched((runs: readonly EndedRun[]) => readRunOutcomes(ctx, name, runs));
  const jitterSeed = randomUUID();
  /** Run since the last timed poll: a row that is still due is ignored until the next one. */
  let recentlyRun = new Set<RowId>();
  let polling: Promise<void> | null = null;
  /** More rows were due than there was room for. */
  let moreDue = false;
  const reporting = new Set<Promise<void>>();
  /** One read at a time: the database's connections are for the work. */
  const readWoken = batched((ids: readonly string[]) => findWorkRows(ctx, name, ids));

  const scheduler = createFairScheduler<Item>(
    limits,
    async ({ row, wakeUp }) => {
      const endJob = wakeUp ? wakeUp.resolve : jobs.begin(row.id);
      const startedAt = ctx.clock.now();
      const began = performance.now();
      observe.began(name);
      const thrown = await runRow(row);
      const ms = performance.now() - began;
      recentlyRun.add(row.id);
      // The row's place is free for the next one meanwhile.
      const reported = report({ id: row.id, startedAt, triesBefore: row.tries }, thrown)
        .then((end) => {
          observe.ended({ job: name, outcome: outcomeOf(end), ms });
          endJob(end);
        })
        .finally(() => reporting.delete(reported));
      reporting.add(reported);
    },
    () => {
      if (moreDue && scheduler.waiting() < limits.maxConcurrent) void pollOnce(recentlyRun).catch(() => undefined);
    },
    maxRunning,
  );

  /** Reads from the row how its run ended, and shows until when it is put off. */
  const report = async (run: EndedRun, thrown: string | null): Promise<RunEnd> => {
    const outcome = await readOutcome(run).catch(() => undefined);
    const now = ctx.clock.now();
    const dueAt = outcome?.dueAt && outcome.dueAt > now ? outcome.dueAt : null;
    if (dueAt) jobs.putOff(run.id, dueAt, now);
    return { failure: thrown ?? outcome?.failure ?? null, dueAt };
  };

  const pollOnce = (excludedIds: ReadonlySet<RowId>): Promise<void> =>
    (polling ??= fetchDue(excludedIds).finally(() => (polling = null)));

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
    const accepted = rows.filter((row) => scheduler.offer(toItem(row, null)) !== "refused");
    moreDue ||= accepted.length < rows.length || rows.length === limit || somePartitionHas(rows, perPartition);
  };

  const runWoken = async (id: string): Promise<RunEnd | null> => {
    const row = await readWoken(id).catch(() => undefined);
    if (!row) return null;
    const wakeUp = Promise.withResolvers<RunEnd>();
    const item = toItem(row, wakeUp);
    const offered = scheduler.offer(item);
    if (offered === "begun") return wakeUp.promise;
    // When its turn comes, nobody waits for it any longer.
    item.wakeUp = null;
    if (offered === "refused") moreDue = true;
    return null;
  };
  const wakeUps = takeWakeUps(queue, limits.maxConcurrent + SPARE_PROCESSORS, runWoken, ctx.log);

  return {
    pollDue() {
      recentlyRun = new Set();
      return pollOnce(recentlyRun);
    },
    isBacklogged: () => scheduler.waiting() >= limits.maxConcurrent,
    async stop() {
      const paused = waitForConnections(queue).then(() => queue.pause(true, true));
      await Promise.allSettled([paused, scheduler.stop()]);
      await Promise.all(reporting);
      await Promise.all([wakeUps.ended(), jobs.stop(JOBS_END_TIMEOUT_MS)]);
    },
  };
}

const toItem = (row: WorkRow, wakeUp: Item["wakeUp"]): Item => ({
  id: row.id,
  partitionKeys: row.account === null ? [row.partition] : [row.partition, row.account],
  row,
  wakeUp,
});

function somePartitionHas(rows: readonly WorkRow[], count: number): boolean {
  const byPartition = Map.groupBy(rows, (row) => row.partition);
  return [...byPartition.values()].some((group) => group.length >= count);
}
