import type { Attempt } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import { SUBMISSION_COLUMNS, type SubmissionRow } from "../core/submission-row.ts";
import type { Claim } from "./claim.ts";

/**
 * Ends the attempt of a claim and reads its submission as it is now, in one statement. Needs the order's lock. The answer about
 * an order that was erased meanwhile may quote the customer: nothing would erase it later.
 */
export async function endAttempt(
  tx: Tx,
  { attemptId, submissionId }: Claim,
  {
    outcome,
    httpStatus,
    messageEncrypted,
    endedAt,
  }: Pick<Attempt, "outcome" | "httpStatus" | "messageEncrypted" | "endedAt">,
): Promise<SubmissionRow> {
  const [row] = await tx.$queryRaw<SubmissionRow[]>`
    WITH ended AS (
      UPDATE "Attempt" SET "outcome" = ${outcome}::"AttemptOutcome", "httpStatus" = ${httpStatus}::int,
        "messageEncrypted" = CASE WHEN EXISTS (
          SELECT 1 FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
          WHERE s."id" = ${submissionId}::uuid AND o."redactedAt" IS NOT NULL) THEN NULL ELSE ${messageEncrypted}::bytea END,
        "endedAt" = ${endedAt}
      WHERE "id" = ${attemptId}::uuid RETURNING "submissionId"
    )
    SELECT ${SUBMISSION_COLUMNS} FROM ended JOIN "Submission" x ON x."id" = ${submissionId}::uuid`;
  if (!row) throw new Error("the submission was deleted meanwhile");
  return row;
}
