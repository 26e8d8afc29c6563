import type { Submission, AttemptOutcome } from "../../../prisma/client/client.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { WriteContext } from "./context.ts";
import { setColumns, type LoadedAttempt, type OrderRows } from "./order-rows.ts";

/** Outcomes that count as failed. `not_processed` does not count: an outage ends. */
const FAILED_OUTCOMES: readonly AttemptOutcome[] = ["uncertain", "lost", "rejected"];

/** Failed attempts since staff, or changed content, last had the submission sent again, the oldest first. */
export const failedAttempts = (
  rows: OrderRows,
  { id, attemptsForgiven }: Pick<Submission, "id" | "attemptsForgiven">,
): LoadedAttempt[] =>
  rows.attempts.filter(
    ({ submissionId, number, outcome }) =>
      submissionId === id && number > attemptsForgiven && outcome !== null && FAILED_OUTCOMES.includes(outcome),
  );

/** Staff, or changed content, has the submission sent again: earlier attempts no longer count. */
export function forgiveAttempts(rows: OrderRows, id: SubmissionId): void {
  const attemptsForgiven = rows.attempts.filter(({ submissionId }) => submissionId === id).length;
  setColumns(rows.submissions, id, { attemptsForgiven });
}

/** Nobody records an answer to these any more: the claim that they belong to has ended. */
export function endOpenAttempts(rows: OrderRows, { clock }: Pick<WriteContext, "clock">, id: SubmissionId): void {
  const open = rows.attempts.filter(({ submissionId, endedAt }) => submissionId === id && endedAt === null);
  for (const attempt of open) setColumns(rows.attempts, attempt.id, { endedAt: clock.now(), outcome: "lost" });
}
