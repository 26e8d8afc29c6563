import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { batched } from "../common/batched.ts";
import { withLogContext } from "../logging/log-context.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { WorkKind, WorkRow } from "../orders/core/due-work.ts";
import { rescheduleFailed, resetFailures } from "../orders/core/failed-work.ts";
import { readRunOutcomes, type EndedRun, type RunOutcome } from "../orders/core/run-outcome.ts";
import { errorName } from "../ports/errors.ts";
import type { RowId } from "../ports/ids.ts";
import type { RunObserver } from "../ports/observe.ts";
import type { PoolEnded } from "./queue-progress.ts";
import { isDatabaseUnavailable } from "./database-error.ts";
import { MAX_SET } from "./in-sets.ts";
import type { Queues } from "./queues.ts";
import { createRunJobs, type JobEnd, type RunJob, type RunJobs } from "./run-jobs.ts";

/** How long Redis may take to confirm the ends of jobs when the workers stop, in milliseconds. */
const JOBS_END_TIMEOUT_MS = 1_000;
/**
 * What follows on a run, such as the submission after the delivery, goes before its report, and before the commands that show it;
 * reports are read together. In milliseconds.
 */
const BOARD_AFTER_MS = 50;
/** A set that takes so long shows how many of its rows have ended, in milliseconds. */
const PROGRESS_AFTER_MS = 1_000;
/** An unreachable database is logged at most this often, not for each row. */
const UNAVAILABLE_LOG_INTERVAL_MS = 10_000;

/** Reason of a run that could not reach the database: it says nothing about the row. */
const DATABASE_UNAVAILABLE = "database_unavailable";

export interface RunOptions {
  name: WorkKind;
  work(id: RowId): Promise<unknown>;
  observe: RunObserver;
  ended: PoolEnded;
}

/**
 * Runs rows. Those that begin in one turn of the event loop are a set, which is one job of Bull. The log's lines carry the ids of each
 * row; its log, its metrics and the job tell how it ended.
 */
export function createRowRuns(ctx: OrdersContext, queues: Queues, { name, work, observe, ended }: RunOptions) {
  const jobs = createRunJobs(queues, name);
  const runRow = createRowRunner(ctx, name, work);
  const readOutcome = batched((runs: readonly EndedRun[]) => readRunOutcomes(ctx, name, runs));
  const reporting = new Set<Promise<void>>();
  let beginning: RunSet | null = null;

  /** The set of the rows that begin now. */
  const joinSet = (id: RowId): RunSet => {
    const set = beginning ?? createSet(jobs);
    if (!beginning)
      setImmediate(() => {
        if (beginning === set) beginning = null;
        set.complete();
      });
    beginning = set.add(id) < MAX_SET ? set : null;
    return set;
  };

  /** Reads from the row how its run ended, and shows until when it is put off. */
  const readEnd = async (run: EndedRun, thrown: string | null): Promise<RunOutcome> => {
    const outcome = await readOutcome(run).catch(() => undefined);
    const now = ctx.clock.now();
    const dueAt = outcome?.dueAt && outcome.dueAt > now ? outcome.dueAt : null;
    if (dueAt) queues.wakeUps.addDelayed(name, run.id, dueAt, now);
    return { failure: thrown ?? outcome?.failure ?? null, dueAt };
  };

  const report = ({ failure, dueAt }: RunOutcome, ms: number): void => {
    const result = dueAt ? "put_off" : "done";
    const outcome = failure === null ? result : failure === DATABASE_UNAVAILABLE ? DATABASE_UNAVAILABLE : "failed";
    observe.ended({ job: name, outcome, ms });
    ctx.log.info({ outcome, ...(failure === null ? {} : { failure }), ms: Math.round(ms) }, "run ended");
  };

  const run = async (row: WorkRow, set: RunSet): Promise<void> => {
    const startedAt = ctx.clock.now();
    const began = performance.now();
    observe.began(name);
    const thrown = await runRow(row);
    const ms = performance.now() - began;
    ended(thrown === DATABASE_UNAVAILABLE ? DATABASE_UNAVAILABLE : "progressed");
    // The row's place is free for the next one meanwhile.
    const reported = wait(BOARD_AFTER_MS)
      .then(() => readEnd({ id: row.id, startedAt, triesBefore: row.tries }, thrown))
      .then((end) => {
        report(end, ms);
        set.ended(row.id, end);
      })
      .finally(() => reporting.delete(reported));
    reporting.add(reported);
  };

  return {
    run(row: WorkRow): Promise<void> {
      const set = joinSet(row.id);
      return withLogContext({ job: name, jobId: set.run, [name]: row.id, ...row.logFields }, () => run(row, set));
    },
    async stop(): Promise<void> {
      await Promise.all(reporting);
      await jobs.stop(JOBS_END_TIMEOUT_MS);
    },
  };
}

/** Rows that began together. */
interface RunSet {
  run: string;
  /** How many rows the set has then. */
  add(id: RowId): number;
  /** All rows are known. */
  complete(): void;
  ended(id: RowId, end: RunOutcome): void;
}

function createSet(jobs: RunJobs): RunSet {
  const run = randomUUID();
  const ids: RowId[] = [];
  const ends = new Map<RowId, RunOutcome>();
  const began = performance.now();
  let job: RunJob | null = null;
  let showing: NodeJS.Timeout | undefined;
  const show = () => (job ??= jobs.begin({ ids, run }));
  return {
    run,
    add: (id) => ids.push(id),
    complete: () => void (showing = setTimeout(show, BOARD_AFTER_MS)),
    ended(id, end) {
      ends.set(id, end);
      if (ends.size === ids.length) {
        clearTimeout(showing);
        show().end(endOf(ends));
      } else if (performance.now() - began > PROGRESS_AFTER_MS)
        job?.showProgress(Math.floor((ends.size * 100) / ids.length));
    },
  };
}

/** `3 done, 1 put_off`, or the names of what failed, with a line for each row that did. */
function endOf(ends: ReadonlyMap<RowId, RunOutcome>): JobEnd {
  const failed = [...ends].flatMap(([id, { failure }]) => (failure === null ? [] : [{ id, failure }]));
  const putOff = [...ends.values()].filter(({ failure, dueAt }) => failure === null && dueAt !== null).length;
  const done = ends.size - failed.length - putOff;
  const counts = [done > 0 ? `${done} done` : "", putOff > 0 ? `${putOff} put_off` : ""];
  return {
    failure: failed.length === 0 ? null : [...new Set(failed.map(({ failure }) => failure))].join(", "),
    result: counts.filter(Boolean).join(", "),
    log: ends.size > 1 ? failed.map(({ id, failure }) => `${id} ${failure}`) : [],
  };
}

/**
 * Runs the work of a row. Returns the name of the error that it threw, else null. After a failed run the row is still due.
 * An unreachable database says nothing about the row; any other error reschedules it, so that not every poll runs it
 * again.
 */
function createRowRunner(ctx: OrdersContext, work: WorkKind, run: (id: RowId) => Promise<unknown>) {
  const logUnavailable = throttled(UNAVAILABLE_LOG_INTERVAL_MS, () =>
    ctx.log.warn({ work }, "rows wait: the database is away"),
  );
  return async ({ id, failures: failedBefore }: WorkRow): Promise<string | null> => {
    try {
      await run(id);
      if (failedBefore > 0) await resetFailures(ctx, work, id, failedBefore);
      return null;
    } catch (error) {
      if (isDatabaseUnavailable(error)) {
        logUnavailable();
        return DATABASE_UNAVAILABLE;
      }
      const failures = await rescheduleFailed(ctx, work, id, error).catch(() => null);
      // Logged at 1, 2, 4, 8, 16 … failures.
      if (failures === null || Number.isInteger(Math.log2(failures)))
        ctx.log.error({ work, id, error, failures }, "work on a row failed");
      return errorName(error);
    }
  };
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
