import { Prisma, type Submission, type SubmissionLine } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";

/** The columns that hold a submission's content. Only what decrypts them reads them: Prisma turns bytes into lists. */
export const ENCRYPTED_CONTENT = { payloadEncrypted: true, providerOrderEncrypted: true } as const;

/** A submission without its content. */
export type SubmissionRow = Omit<Submission, keyof typeof ENCRYPTED_CONTENT>;

export type SubmissionWithLines = SubmissionRow & { lines: SubmissionLine[] };

/** Of a row named `x`. */
export const SUBMISSION_COLUMNS = Prisma.raw(
  Object.keys(Prisma.SubmissionScalarFieldEnum)
    .filter((column) => !(column in ENCRYPTED_CONTENT))
    .map((column) => `x."${column}"`)
    .join(", "),
);

/** The submission with a reference; null where there is none. */
export async function readSubmissionByReference(tx: Tx, reference: string): Promise<SubmissionRow | null> {
  const [row] = await tx.$queryRaw<SubmissionRow[]>`
    SELECT ${SUBMISSION_COLUMNS} FROM "Submission" x WHERE x."reference" = ${reference}`;
  return row ?? null;
}
