import type { Why } from "./buckets.ts";
import type { LedgerSubmission } from "./our-submissions.ts";
import type { Placed } from "./classify.ts";

/** Whose ledger. */
export interface Whose {
  shopId: string;
  printAccountId: string;
}

/** A pair of rows that does not agree. */
export type Amiss = Placed<LedgerSubmission> & { why: Why };
