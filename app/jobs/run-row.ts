import type { RunOutcome } from "../orders/core/run-outcome.ts";
import type { RunOutcome as ObservedOutcome } from "../ports/observe.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { WorkKind, WorkRow } from "../orders/core/due-work.ts";
import { rescheduleFailed, resetFailures } from "../orders/core/failed-work.ts";
import { errorName } from "../ports/errors.ts";
import type { RowId } from "../ports/ids.ts";
import { isDatabaseUnavailable } from "./database-error.ts";

/** How a run of a row ended, as its job shows it. */
export type RunEnd = RunOutcome;

/** Reason of a job whose run could not reach the database: it says nothing about the row. */
export const DATABASE_UNAVAILABLE = "database_unavailable" as const;

/** Reason of a job that lost its lock, or whose end Redis refused: it says nothing about the row either. */
export const END_NOT_WRITTEN = "end_not_written";

/** What a completed job returns. */
export const resultOf = ({ dueAt }: RunEnd): "done" | "put_off" => (dueAt ? "put_off" : "done");

/** The same in the words of the metrics. */
export function outcomeOf(end: RunEnd): ObservedOutcome {
  if (end.failure === DATABASE_UNAVAILABLE) return "database_unavailable";
  return end.failure === null ? resultOf(end) : "failed";
}

/** Fails a Bull job. Bull keeps the message, which is a code, and the stack: there is none. */
export class StepFailed extends Error {
  override name = "StepFailed";
  override stack = "";
}

/** An unreachable database is logged at most this often, not for each row. */
const UNAVAILABLE_LOG_INTERVAL_MS = 10_000;

/**
 * Runs the work of a row. Returns the name of the error that it threw, else null. After a failed run the row is still due.
 * An unreachable database says nothing about the row; any other error reschedules it, so that not every poll runs it
 * again.
 */
export function createRowRunner(
  ctx: OrdersContext,
  work: WorkKind,
  run: (id: RowId) => Promise<unknown>,
): (row: WorkRow) => Promise<string | null> {
  const logUnavailable = throttled(UNAVAILABLE_LOG_INTERVAL_MS, () =>
    ctx.log.warn({ work }, "rows wait: the database is away"),
  );
  return async ({ id, failures: failedBefore }) => {
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
