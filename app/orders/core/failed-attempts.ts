import type { Submission, AttemptOutcome } from "@prisma/client";
import type { Tx } from "../../database/transaction.ts";

/** Outcomes of attempts that the service should have taken. What it did not process counts for nothing: an outage heals. */
const FAILED_OUTCOMES: AttemptOutcome[] = ["uncertain", "lost", "rejected"];

const failedAttempts = ({ id, attemptsForgiven }: Pick<Submission, "id" | "attemptsForgiven">) => ({
  submissionId: id,
  number: { gt: attemptsForgiven },
  outcome: { in: FAILED_OUTCOMES },
});

/** How many attempts came to nothing since somebody, or a changed content, last had the submission sent again. */
export function countFailedAttempts(tx: Tx, row: Pick<Submission, "id" | "attemptsForgiven">): Promise<number> {
  return tx.attempt.count({ where: failedAttempts(row) });
}

/** When the first of these ended: a decision that is due a while after does not start over with each attempt. */
export async function failingSince(tx: Tx, row: Pick<Submission, "id" | "attemptsForgiven">): Promise<Date | null> {
  const first = await tx.attempt.findFirst({ where: failedAttempts(row), orderBy: { number: "asc" } });
  return first && (first.endedAt ?? first.startedAt);
}

/** Somebody, or a changed content, has it sent again: earlier attempts count no more. Needs the order's lock. */
export async function forgiveAttempts(tx: Tx, submissionId: string): Promise<void> {
  const attemptsForgiven = await tx.attempt.count({ where: { submissionId } });
  await tx.submission.update({ where: { id: submissionId }, data: { attemptsForgiven } });
}
