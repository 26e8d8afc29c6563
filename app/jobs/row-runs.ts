import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { withLogContext } from "../logging/log-context.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { WorkKind, WorkRow } from "../orders/core/due-work.ts";
import { readRunOutcomes, type EndedRun } from "../orders/core/run-outcome.ts";
import type { RowId } from "../ports/ids.ts";
import type { RunObserver } from "../ports/observe.ts";
import { batched } from "../common/batched.ts";
import type { PoolEnded } from "./canary.ts";
import type { Queues } from "./queues.ts";
import { DATABASE_UNAVAILABLE, outcomeOf, type RunEnd, createRowRunner } from "./run-row.ts";
import { createRunJobs } from "./run-jobs.ts";

/** How long Redis may take to confirm the ends of jobs when the workers stop, in milliseconds. */
const JOBS_END_TIMEOUT_MS = 1_000;

/** What follows on a run, such as the submission after the delivery, goes before its report; reports are read together. */
const REPORT_AFTER_MS = 10;

export interface RunOptions {
  name: WorkKind;
  work(id: RowId): Promise<unknown>;
  observe: RunObserver;
  ended: PoolEnded;
}

/** The job of a wake-up that began a run; told how the run ended. */
export interface WakeUp {
  jobId: string;
  resolve(end: RunEnd): void;
}

/** Runs rows: the log's lines carry the ids of each, and its job, metrics and log tell how it ended. */
export function createRowRuns(ctx: OrdersContext, queues: Queues, { name, work, observe, ended }: RunOptions) {
  const jobs = createRunJobs(queues, name);
  const runRow = createRowRunner(ctx, name, work);
  const readOutcome = batched((runs: readonly EndedRun[]) => readRunOutcomes(ctx, name, runs));
  const reporting = new Set<Promise<void>>();

  /** Reads from the row how its run ended, and shows until when it is put off. */
  const readEnd = async (run: EndedRun, thrown: string | null): Promise<RunEnd> => {
    const outcome = await readOutcome(run).catch(() => undefined);
    const now = ctx.clock.now();
    const dueAt = outcome?.dueAt && outcome.dueAt > now ? outcome.dueAt : null;
    if (dueAt) jobs.addDelayed(run.id, dueAt, now);
    return { failure: thrown ?? outcome?.failure ?? null, dueAt };
  };

  const report = (end: RunEnd, ms: number, endJob: (end: RunEnd) => void): void => {
    const outcome = outcomeOf(end);
    observe.ended({ job: name, outcome, ms });
    const failure = end.failure === null ? {} : { failure: end.failure };
    ctx.log.info({ outcome, ...failure, ms: Math.round(ms) }, "run ended");
    endJob(end);
  };

  const run = async (row: WorkRow, endJob: (end: RunEnd) => void): Promise<void> => {
    const startedAt = ctx.clock.now();
    const began = performance.now();
    observe.began(name);
    const thrown = await runRow(row);
    const ms = performance.now() - began;
    ended(thrown === DATABASE_UNAVAILABLE ? DATABASE_UNAVAILABLE : "progressed");
    // The row's place is free for the next one meanwhile.
    const reported = setTimeout(REPORT_AFTER_MS)
      .then(() => readEnd({ id: row.id, startedAt, triesBefore: row.tries }, thrown))
      .then((end) => report(end, ms, endJob))
      .finally(() => reporting.delete(reported));
    reporting.add(reported);
  };

  return {
    /** Without a wake-up, the run gets a job of its own. */
    run(row: WorkRow, wakeUp: WakeUp | null): Promise<void> {
      const jobId = wakeUp?.jobId ?? randomUUID();
      const fields = { job: name, jobId, [name]: row.id, ...row.logFields };
      return withLogContext(fields, () => run(row, wakeUp?.resolve ?? jobs.begin(jobId, row.id)));
    },
    async stop(): Promise<void> {
      await Promise.all(reporting);
      await jobs.stop(JOBS_END_TIMEOUT_MS);
    },
  };
}
