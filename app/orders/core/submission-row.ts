import type { Submission } from "@prisma/client";

/** The columns that hold a submission's content. Only what decrypts them reads them: Prisma turns bytes into lists. */
export const ENCRYPTED_CONTENT = { payloadEncrypted: true, providerOrderEncrypted: true } as const;

/** A submission without its content. */
export type SubmissionRow = Omit<Submission, keyof typeof ENCRYPTED_CONTENT>;
