import type { PrintAccountKind } from "../../../prisma/client/client.ts";

/**
 * Whether a submission went to a practice account, which prints nothing. Before it is sent it may still go to another
 * account.
 */
export const isPractice = (submission: {
  sentAt: Date | null;
  printAccount: { kind: PrintAccountKind } | null;
}): boolean => submission.sentAt !== null && submission.printAccount?.kind === "practice";
