import { z } from "zod";
import type { PrintAccountKind, Submission, SubmissionLine } from "../../../prisma/client/client.ts";
import { columnsOf } from "../../database/rows.ts";
import type { Sql } from "../../database/sql.ts";

/** The columns that hold a submission's content. Only what decrypts them reads them. */
const ENCRYPTED_CONTENT = ["payloadEncrypted", "providerOrderEncrypted"] as const;

/** A submission without its content. */
export type SubmissionRow = Omit<Submission, (typeof ENCRYPTED_CONTENT)[number]>;

export type SubmissionWithLines = SubmissionRow & { lines: SubmissionLine[] };

/** Of a row named `x`. */
export const SUBMISSION_COLUMNS = columnsOf("Submission", { alias: "x", except: ENCRYPTED_CONTENT });

/** The submission with a reference; null where there is none. */
export async function readSubmissionByReference(sql: Sql, reference: string): Promise<SubmissionRow | null> {
  const [row] = await sql.query<SubmissionRow>`
    SELECT ${SUBMISSION_COLUMNS} FROM "Submission" x WHERE x."reference" = ${reference}`;
  return row ?? null;
}

const decidedRules = z.array(
  z.object({
    id: z.string(),
    /** As it was when it decided. */
    name: z.string(),
    do: z.enum(["hold", "wait_for_tag", "send_at_once", "never_send", "ship_by", "use_sku", "add_note"]),
  }),
);

/** A rule of the shop that decides about a submission. The names are the merchant's words. */
export type DecidedRule = z.infer<typeof decidedRules>[number];

/** Of the column `rules`. */
export function readDecidedRules({ rules }: Pick<Submission, "rules">): DecidedRule[] {
  const read = decidedRules.safeParse(rules);
  return read.success ? read.data : [];
}

/**
 * Whether a submission went to a practice account, which prints nothing. Before it is sent it may still go to another
 * account.
 */
export const isPractice = (submission: {
  sentAt: Date | null;
  printAccount: { kind: PrintAccountKind } | null;
}): boolean => submission.sentAt !== null && submission.printAccount?.kind === "practice";
