import type { Sql } from "../../database/sql.ts";
import { readSubmissionByReference, type SubmissionRow } from "../core/submission-row.ts";
import type { PrintAccountId } from "../../ports/ids.ts";

/**
 * The characters of our references (core/reference.ts). Any other text is no reference of ours, and PostgreSQL may not
 * even store it.
 */
const REFERENCE = /^[A-Za-z0-9-]{1,255}$/;

/** Whether a text of the service may be a reference of ours. */
export const isReference = (text: string): boolean => REFERENCE.test(text);

/**
 * The submission with a reference, null where there is none. `accountId`: only submissions of that account, so that the
 * events of one account cannot change another's orders.
 */
export async function findByReference(
  { sql }: { sql: Sql },
  reference: string,
  accountId?: PrintAccountId,
): Promise<SubmissionRow | null> {
  if (!isReference(reference)) return null;
  const row = await readSubmissionByReference(sql, reference);
  if (!row || (accountId !== undefined && row.printAccountId !== accountId)) return null;
  return row;
}
