import type { RunOutcome } from "../orders/core/run-outcome.ts";
import type { RunOutcome as ObservedOutcome } from "../ports/observe.ts";

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
