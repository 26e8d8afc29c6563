import type { MismatchReason } from "./buckets.ts";
import type { ReconciledSubmission } from "./our-submissions.ts";
import type { Classified } from "./classify.ts";

/** Whose ledger. */
export interface ReconciliationScope {
  shopId: string;
  printAccountId: string;
}

/** A pair of rows that does not agree. */
export type Mismatch = Classified<ReconciledSubmission> & { why: MismatchReason };
