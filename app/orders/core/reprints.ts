import type { SubmissionKind } from "@prisma/client";

/** A reprint repeats what was sent: it counts toward nothing that the customer ordered. */
export const isReprint = ({ kind }: { kind: SubmissionKind }): boolean => kind === "reprint";

/** The submissions that print what the customer ordered. */
export const withoutReprints = <S extends { kind: SubmissionKind }>(submissions: readonly S[]): S[] =>
  submissions.filter((one) => !isReprint(one));
