import {
  Prisma,
  type Attention,
  type Order,
  type OrderLine,
  type Parcel,
  type ShopifyWrite,
} from "../../../prisma/client/client.ts";
import { columnsOf, rowsFromJson, type DateColumns } from "../../database/rows.ts";
import type { Tx } from "../../database/sql.ts";
import type { Gid } from "../../ports/gid.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";
import { lockingOrders } from "./lock.ts";
import { withoutRows, type LoadedAttempt, type LoadedSubmission, type OrderRows } from "./order-rows.ts";
import { outcomeIn } from "./state-in.ts";
import { OPEN_WRITE_OUTCOMES } from "./states.ts";
import { SUBMISSION_COLUMNS, type SubmissionWithLines } from "./submission-row.ts";

/**
 * Locks the orders that meet a condition, in the order of their ids, then reads their rows: not their lines and changes. `skipLocked`:
 * orders that another transaction has locked are left out.
 */
export async function lockAndLoad(tx: Tx, condition: Prisma.Sql, { skipLocked = false } = {}): Promise<OrderRows[]> {
  const [orders, loaded] = await Promise.all([
    tx.query<Order>(lockingOrders(condition, { skipLocked })),
    // After the lock: a statement that waits for one sees other tables as they were before.
    tx.query<SubmissionColumns & PartColumns>`
      SELECT o."id", ${SUBMISSIONS_OF_ORDER}, ${PARTS_OF_ORDER} FROM "Order" o WHERE ${condition}`,
  ]);
  const byId = new Map(loaded.map((row) => [row.id, row]));
  return orders.flatMap((order) => {
    const row = byId.get(order.id);
    // None: the order no longer met the condition once its lock was had.
    return row ? [{ ...withoutRows(order), ...toLoaded(row), ...toParts(row) }] : [];
  });
}

/** A condition of `lockAndLoad`. */
export const withIds = (ids: readonly OrderId[]): Prisma.Sql => Prisma.sql`"id" = ANY(${ids}::uuid[])`;

/** What `PARTS_OF_ORDER` gives. */
interface PartColumns {
  attempts: unknown[] | null;
  parcels: unknown[] | null;
  writes: unknown[] | null;
}

const ATTEMPT_COLUMNS = columnsOf("Attempt", { alias: "a", except: ["messageEncrypted"] });

const SENT_OF_ORDER = Prisma.sql`(SELECT x."id" FROM "Submission" x WHERE x."orderId" = o."id")`;

/** Columns of a statement: what became of the submissions of the order `o`. */
const PARTS_OF_ORDER = Prisma.sql`
  (SELECT json_agg(stored ORDER BY stored."number") FROM (
    SELECT ${ATTEMPT_COLUMNS} FROM "Attempt" a WHERE a."submissionId" IN ${SENT_OF_ORDER}) AS stored) AS "attempts",
  (SELECT json_agg(p ORDER BY p."firstSeenAt", p."id") FROM "Parcel" p WHERE p."submissionId" IN ${SENT_OF_ORDER}) AS "parcels",
  (SELECT json_agg(w ORDER BY w."startedAt", w."id") FROM "ShopifyWrite" w WHERE ${outcomeIn("w", OPEN_WRITE_OUTCOMES)}
    AND w."parcelId" IN (SELECT p."id" FROM "Parcel" p WHERE p."submissionId" IN ${SENT_OF_ORDER})) AS "writes"`;

const toParts = ({ attempts, parcels, writes }: PartColumns): Pick<OrderRows, "attempts" | "parcels" | "writes"> => ({
  attempts: rowsFromJson<LoadedAttempt>(attempts, { startedAt: true, endedAt: true }),
  parcels: rowsFromJson<Parcel>(parcels, {
    ...{ firstSeenAt: true, linkCorrectedAt: true, awaitingShipmentUntil: true, dueAt: true, claimedAt: true },
  }),
  writes: rowsFromJson<ShopifyWrite>(writes, { startedAt: true, endedAt: true }),
});

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
  sendingTime: true,
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
  providerCancelledAt: true,
  createdAt: true,
};

export const toLoaded = ({
  submissions,
  attentions,
}: Omit<SubmissionColumns, "id">): Pick<OrderRows, "submissions" | "attentions"> => ({
  submissions: rowsFromJson<LoadedSubmission>(submissions, SUBMISSION_DATES),
  attentions: rowsFromJson<Attention>(attentions, { openedAt: true, clearedAt: true }),
});

export const linesFromJson = (lines: unknown[] | null): OrderLine[] =>
  rowsFromJson<OrderLine>(lines, { excludedAt: true });

export type OrderWithLines = Order & { lines: OrderLine[]; submissions: SubmissionWithLines[] };

/** An order with its lines and submissions, without a lock; null where there is none. */
export async function readOrderByGid(tx: Tx, shopId: ShopId, shopifyGid: Gid<"Order">): Promise<OrderWithLines | null> {
  const [row] = await tx.query<Order & Omit<SubmissionColumns, "id"> & { lines: unknown[] | null }>`
    SELECT ${columnsOf("Order", { alias: "o" })}, ${SUBMISSIONS_OF_ORDER},
      (SELECT json_agg(l) FROM "OrderLine" l WHERE l."orderId" = o."id") AS "lines"
    FROM "Order" o WHERE o."shopId" = ${shopId}::uuid AND o."shopifyGid" = ${shopifyGid}`;
  if (!row) return null;
  const { submissions, attentions, lines, ...order } = row;
  return { ...order, lines: linesFromJson(lines), submissions: toLoaded({ submissions, attentions }).submissions };
}
