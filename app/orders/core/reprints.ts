import type { ReprintReason, SubmissionKind } from "../../../prisma/client/client.ts";

export const REPRINT_REASONS = ["damaged", "lost", "misprint", "other"] as const satisfies readonly ReprintReason[];

/** A reprint repeats what was sent: it counts toward nothing that the customer ordered. */
export const isReprint = ({ kind }: { kind: SubmissionKind }): boolean => kind === "reprint";

/** The submissions that print what the customer ordered. */
export const withoutReprints = <S extends { kind: SubmissionKind }>(submissions: readonly S[]): S[] =>
  submissions.filter((one) => !isReprint(one));
