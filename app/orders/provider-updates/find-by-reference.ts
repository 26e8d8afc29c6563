import type { Sql } from "../../database/sql.ts";
import { readSubmissionByReference, type SubmissionRow } from "../core/submission-row.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { type Clock, DAY_MS } from "../../ports/clock.ts";

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

/** Events come about orders of this age at most. */
const MAX_AGE_MS = 180 * DAY_MS;

/**
 * The reference of the submission that an account's event names by an id of the service, in the place of ours or beside it; null where
 * none has it.
 */
export async function findReferenceByServiceId(
  { sql, clock }: { sql: Sql; clock: Clock },
  accountId: PrintAccountId,
  { reference, serviceOrderId = "" }: { reference: string; serviceOrderId?: string },
): Promise<string | null> {
  const ids = [serviceOrderId, reference].map((id) => id.replaceAll("\0", "")).filter((id) => id !== "");
  const since = new Date(clock.now().getTime() - MAX_AGE_MS);
  const [row] = await sql.query<{ reference: string }>`
    SELECT "reference" FROM "Submission"
    WHERE "printAccountId" = ${accountId}::uuid AND "sentAt" >= ${since}
      AND ("serviceOrderId" = ANY(${ids}::text[]) OR "serviceOrderIds" && ${ids}::text[])
    ORDER BY "sentAt" DESC LIMIT 1`;
  return row?.reference ?? null;
}
