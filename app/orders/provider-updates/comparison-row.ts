import { Prisma } from "../../../prisma/client/client.ts";
import type { SyncedOrder } from "../../ports/print-service.ts";
import type { PrintAccountId, SubmissionId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import type { SubmissionState } from "../core/states.ts";

/** What a comparison with the service needs of a submission: no payload, and nothing encrypted. */
export interface ComparisonRow {
  id: SubmissionId;
  reference: string;
  state: SubmissionState;
  version: number;
  sentAt: Date;
  lastAttemptAt: Date | null;
  serviceDate: string | null;
  serviceOrderId: string | null;
  serviceOrderIds: string[];
  providerUpdatedAt: string | null;
  replacedAt: Date | null;
  comparedHash: string | null;
  /** The customer's data of the submission or its order was erased. */
  erased: boolean;
  /** Earlier comparisons did not show it, or staff was alerted to that. */
  missing: boolean;
  /** The last comparison failed at this submission. */
  readFailing: boolean;
}

/** Columns of a submission `s` and its order `o`. */
export const COMPARISON_COLUMNS = Prisma.sql`
  s."id"::text AS "id", s."reference", s."state"::text AS "state", s."version", s."sentAt", s."lastAttemptAt",
  s."serviceDate", s."serviceOrderId", s."serviceOrderIds", s."providerUpdatedAt", s."replacedAt", s."comparedHash",
  (s."contentErasedAt" IS NOT NULL OR o."redactedAt" IS NOT NULL) AS "erased",
  (s."missingSince" IS NOT NULL OR EXISTS (SELECT FROM "Attention" a
    WHERE a."submissionId" = s."id" AND a."code" = 'missing_at_provider' AND a."clearedAt" IS NULL)) AS "missing",
  s."readFailingSince" IS NOT NULL AS "readFailing"`;

/**
 * Those sent on an account that have one of these references, in whatever state: where the list shows one that was canceled or
 * rejected since, or that waits to be sent again, the service has it.
 */
export function readComparisonRows(
  { sql }: Pick<OrdersContext, "sql">,
  printAccountId: PrintAccountId,
  references: readonly string[],
): Promise<ComparisonRow[]> {
  return sql.query<ComparisonRow>`
    SELECT ${COMPARISON_COLUMNS} FROM "Submission" s JOIN "Order" o ON o."id" = s."orderId"
    WHERE s."reference" = ANY(${[...references]}::text[]) AND s."printAccountId" = ${printAccountId}::uuid
      AND s."sentAt" IS NOT NULL`;
}

/** Whether to apply what the service shows would change nothing. */
export const isUnchanged = (ctx: Pick<OrdersContext, "encryptor">, row: ComparisonRow, synced: SyncedOrder): boolean =>
  !row.missing && row.comparedHash === comparedHash(ctx, row, synced);

/**
 * Stores that these submissions were compared, in one statement. Leaves those that have changed since they were read, or are
 * being changed: the next comparison takes them.
 */
export async function recordCompared(
  { sql, clock }: Pick<OrdersContext, "sql" | "clock">,
  rows: readonly Pick<ComparisonRow, "id" | "version">[],
): Promise<void> {
  if (rows.length === 0) return;
  // A submission that another transaction has locked is left, since its order may have a second one in this statement.
  await sql.execute`
    UPDATE "Submission" SET "checkedAt" = ${clock.now()}, "readFailingSince" = NULL WHERE "id" IN (
      SELECT s."id" FROM unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ version }) => version)}::int[])
        AS compared("id", "version")
      JOIN "Submission" s ON s."id" = compared."id" AND s."version" = compared."version"
      FOR NO KEY UPDATE OF s SKIP LOCKED)`;
}

interface ComparedRow {
  version: number;
  /** The customer's data of the submission or its order was erased. */
  erased: boolean;
}

/**
 * Keyed hash of what the service shows of a submission, and of the submission's version. Stored when all of that was applied.
 * While it stays the same, to apply it again would change nothing: every event, action and step since then has raised
 * the version. List and detail give the same hash. The customer's data is left out once it was erased here.
 */
export function comparedHash(
  ctx: Pick<OrdersContext, "encryptor">,
  { version, erased }: ComparedRow,
  { serviceOrderId, serviceOrderIds, storeName, recipient, items, trackings, billed }: SyncedOrder,
): string {
  const personal = erased ? {} : { storeName, recipient };
  return ctx.encryptor.hash(
    JSON.stringify({ version, serviceOrderId, serviceOrderIds, items, trackings, billed, ...personal }),
  );
}
