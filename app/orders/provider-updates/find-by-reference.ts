import { Prisma } from "../../../prisma/client/client.ts";
import type { Sql } from "../../database/sql.ts";
import { readSubmissionByReference, type SubmissionRow } from "../core/submission-row.ts";
import type { PrintAccountId } from "../../ports/ids.ts";
import { type Clock, DAY_MS } from "../../ports/clock.ts";
import type { NamedOrder } from "../../ports/webhooks.ts";

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

/** Events come about orders that were sent since then. */
export const oldestNamed = ({ clock }: { clock: Clock }): Date => new Date(clock.now().getTime() - 180 * DAY_MS);

const namesIn = ({ reference, serviceOrderId = "" }: NamedOrder): string[] =>
  [serviceOrderId, reference].map((id) => id.replaceAll("\0", "")).filter((id) => id !== "");

/**
 * The submission that an account's event names otherwise than by its reference on that account: by an id of the service, in the place of
 * ours or beside it, or on the account from or to which its shop has moved. The two are one account of the service, and each may tell of
 * all orders. null where there is none.
 */
export async function findOtherwiseNamed(
  { sql, clock }: { sql: Sql; clock: Clock },
  accountId: PrintAccountId,
  event: NamedOrder,
): Promise<Named | null> {
  const names = namesIn(event);
  const since = oldestNamed({ clock });
  const byServiceId = Prisma.sql`(s."serviceOrderId" = ANY(${names}::text[]) OR s."serviceOrderIds" && ${names}::text[])`;
  const find = async (rows: Prisma.Sql): Promise<Named | null> => {
    const [row] = await sql.query<Named>`
      SELECT s."reference", s."printAccountId" AS "accountId" FROM ${rows} AND s."sentAt" >= ${since} ORDER BY s."sentAt" DESC LIMIT 1`;
    return row ?? null;
  };
  const onOther = Prisma.sql`"AccountMove" m JOIN "Submission" s ON s."shopId" = m."shopId" AND s."printAccountId" =
      CASE WHEN m."fromAccountId" = ${accountId}::uuid THEN m."toAccountId" ELSE m."fromAccountId" END
    WHERE m."movedAt" IS NOT NULL AND (m."fromAccountId" = ${accountId}::uuid OR m."toAccountId" = ${accountId}::uuid)`;
  // The reference first, which has an index of its own: after a move that is what most events name.
  return (
    (await find(Prisma.sql`${onOther} AND s."reference" = ANY(${names}::text[])`)) ??
    (await find(Prisma.sql`"Submission" s WHERE s."printAccountId" = ${accountId}::uuid AND ${byServiceId}`)) ??
    (await find(Prisma.sql`${onOther} AND ${byServiceId}`))
  );
}

interface Named {
  reference: string;
  accountId: PrintAccountId;
}
