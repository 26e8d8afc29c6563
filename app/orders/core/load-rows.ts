import { Prisma, type Attention, type Order } from "../../../prisma/client/client.ts";
import { rowsFromJson, type DateColumns } from "../../database/json-rows.ts";
import type { Tx } from "../../database/transaction.ts";
import type { OrderId } from "../../ports/ids.ts";
import { lockingOrders } from "./lock.ts";
import { nothingAdded, type LoadedSubmission, type OrderRows } from "./order-rows.ts";
import { SUBMISSION_COLUMNS } from "./submission-row.ts";

/**
 * Locks orders in the order of their ids, then reads their submissions and reasons: not their lines and changes. `skipLocked`: orders
 * that another transaction has locked are left out.
 */
export async function lockAndLoad(
  tx: Tx,
  orderIds: readonly OrderId[],
  { skipLocked = false } = {},
): Promise<OrderRows[]> {
  const [orders, facts] = await Promise.all([
    tx.$queryRaw<Order[]>(lockingOrders(Prisma.sql`"id" = ANY(${orderIds}::uuid[])`, { skipLocked })),
    // After the lock: a statement that waits for one sees other tables as they were before.
    tx.$queryRaw<SubmissionColumns[]>`
      SELECT o."id", ${SUBMISSIONS_OF_ORDER} FROM "Order" o WHERE o."id" = ANY(${orderIds}::uuid[])`,
  ]);
  const byId = new Map(facts.map((row) => [row.id, row]));
  return orders.map((order) => ({
    ...{ order, lines: [], changes: [], ...toLoaded(byId.get(order.id)) },
    added: nothingAdded(),
  }));
}

/** What `SUBMISSIONS_OF_ORDER` gives. */
export interface SubmissionColumns {
  id: OrderId;
  submissions: unknown[] | null;
  attentions: unknown[] | null;
}

/** Columns of a statement: the submissions of the order `o` with their lines, the oldest first, and all reasons of the order. */
export const SUBMISSIONS_OF_ORDER = Prisma.sql`
  (SELECT json_agg(stored ORDER BY stored."createdAt", stored."id") FROM (
    SELECT ${SUBMISSION_COLUMNS}, x."payloadEncrypted" IS NOT NULL AS "hasPayload",
      (SELECT count(*) FROM "Attempt" a WHERE a."submissionId" = x."id") AS "attempts",
      COALESCE((SELECT json_agg(p) FROM "SubmissionLine" p WHERE p."submissionId" = x."id"), '[]') AS "lines"
    FROM "Submission" x WHERE x."orderId" = o."id"
  ) AS stored) AS "submissions",
  (SELECT json_agg(t) FROM "Attention" t WHERE t."orderId" = o."id") AS "attentions"`;

const SUBMISSION_DATES: DateColumns<LoadedSubmission> = {
  contentErasedAt: true,
  dueAt: true,
  claimedAt: true,
  lookupClaimedAt: true,
  sentAt: true,
  lastAttemptAt: true,
  submittedAt: true,
  replacedAt: true,
  progressReportedAt: true,
  checkedAt: true,
  missingSince: true,
  readFailingSince: true,
  foundAt: true,
  createdAt: true,
};

export const toLoaded = (
  row: Omit<SubmissionColumns, "id"> | undefined,
): Pick<OrderRows, "submissions" | "attentions"> => ({
  submissions: rowsFromJson<LoadedSubmission>(row?.submissions ?? null, SUBMISSION_DATES),
  attentions: rowsFromJson<Attention>(row?.attentions ?? null, { openedAt: true, clearedAt: true }),
});
