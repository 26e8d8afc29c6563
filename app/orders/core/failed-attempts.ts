import type { Submission, AttemptOutcome } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { SubmissionId } from "../../ports/ids.ts";

/** Outcomes that count as failed. `not_processed` does not count: an outage ends. */
const FAILED_OUTCOMES: AttemptOutcome[] = ["uncertain", "lost", "rejected"];

const failedAttempts = ({ id, attemptsForgiven }: Pick<Submission, "id" | "attemptsForgiven">) => ({
  submissionId: id,
  number: { gt: attemptsForgiven },
  outcome: { in: FAILED_OUTCOMES },
});

/** Failed attempts since staff, or changed content, last had the submission sent again. */
export function countFailedAttempts(tx: Tx, row: Pick<Submission, "id" | "attemptsForgiven">): Promise<number> {
  return tx.attempt.count({ where: failedAttempts(row) });
}

/** When the first of these ended. A decision that is due some time later does not start over with each attempt. */
export async function failingSince(tx: Tx, row: Pick<Submission, "id" | "attemptsForgiven">): Promise<Date | null> {
  const first = await tx.attempt.findFirst({ where: failedAttempts(row), orderBy: { number: "asc" } });
  return first && (first.endedAt ?? first.startedAt);
}

/** Staff, or changed content, has the submission sent again: earlier attempts no longer count. Needs the order's lock. */
export async function forgiveAttempts(tx: Tx, submissionId: SubmissionId): Promise<void> {
  const attemptsForgiven = await tx.attempt.count({ where: { submissionId } });
  await tx.submission.update({ where: { id: submissionId }, data: { attemptsForgiven } });
}
