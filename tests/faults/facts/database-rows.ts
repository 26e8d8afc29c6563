import type pg from "pg";
import type {
  AttemptRow,
  WebhookDeliveryRow,
  OrderRow,
  ParcelRow,
  ProviderWriteRow,
  SubmissionRow,
  ListScanRow,
} from "./facts.ts";

/** The rows of these shops, and the deliveries of print accounts by their keys, by plain SQL: the app's own code has no part in it. */
export async function readRows(
  pool: pg.Pool,
  domains: readonly string[],
  accountKeys: readonly string[],
): Promise<{
  orders: OrderRow[];
  submissions: SubmissionRow[];
  providerWrites: ProviderWriteRow[];
  deliveries: WebhookDeliveryRow[];
}> {
  const read = async <T>(sql: string): Promise<T[]> => (await pool.query(sql, [domains])).rows as T[];
  const [orders, submissions, attempts, listScans, denials, confirmations, moves, parcels, lines, deliveries] =
    await Promise.all([
      read<OrderRow>(ORDERS),
      read<SubmissionFields>(SUBMISSIONS),
      read<WithSubmissionId<AttemptRow>>(ATTEMPTS),
      read<WithSubmissionId<ListScanRow>>(LIST_SCANS),
      read<WithSubmissionId<{ at: Date }>>(DENIED),
      read<WithSubmissionId<{ at: Date }>>(CONFIRMED_ABSENT),
      read<WithSubmissionId<{ from: string; to: string }>>(MOVES),
      read<WithSubmissionId<ParcelRow>>(PARCELS),
      read<WithSubmissionId<SubmissionRow["lines"][number]>>(LINES),
      pool.query<WebhookDeliveryRow>(DELIVERIES, [[...domains, ...accountKeys]]).then((found) => found.rows),
    ]);
  const [attemptsOf, listScansOf, denialsOf, confirmationsOf, movesOf, parcelsOf, linesOf] = [
    bySubmission(attempts),
    bySubmission(listScans),
    bySubmission(denials),
    bySubmission(confirmations),
    bySubmission(moves),
    bySubmission(parcels),
    bySubmission(lines),
  ];
  return {
    orders,
    providerWrites: await read<ProviderWriteRow>(PROVIDER_WRITES),
    deliveries,
    submissions: submissions.map((row) => ({
      ...row,
      attempts: attemptsOf(row.id),
      listScans: listScansOf(row.id),
      deniedAt: denialsOf(row.id).map(({ at }) => at),
      confirmedAbsentAt: confirmationsOf(row.id).map((word) => word.at),
      moves: movesOf(row.id),
      parcels: parcelsOf(row.id),
      lines: linesOf(row.id),
    })),
  };
}

type WithSubmissionId<T> = T & { submissionId: string };
type SubmissionFields = Pick<
  SubmissionRow,
  "id" | "shop" | "orderGid" | "reference" | "kind" | "state" | "replaced" | "claimed" | "lookupClaimed" | "openWrite"
>;

function bySubmission<T>(rows: readonly WithSubmissionId<T>[]): (id: string) => T[] {
  const found = Map.groupBy(rows, (row) => row.submissionId);
  return (id) => found.get(id) ?? [];
}

const SHOP_ROWS = `WITH mine AS (SELECT * FROM "Shop" WHERE "domain" = ANY($1)),
  subs AS (SELECT s.*, mine."domain" FROM "Submission" s JOIN mine ON mine."id" = s."shopId")`;

const ORDERS = `${SHOP_ROWS}
  SELECT mine."domain" AS "shop", o."shopifyGid" AS "gid", o."ignoredReason", o."redactedAt" IS NOT NULL AS "redacted",
    ARRAY(SELECT a."code" FROM "Attention" a WHERE a."orderId" = o."id" AND a."clearedAt" IS NULL ORDER BY 1) AS "open"
  FROM "Order" o JOIN mine ON mine."id" = o."shopId"`;

const SUBMISSIONS = `${SHOP_ROWS}
  SELECT subs."id", subs."domain" AS "shop", o."shopifyGid" AS "orderGid",
    subs."reference", subs."kind"::text, subs."state"::text, subs."replacedAt" IS NOT NULL AS "replaced",
    subs."claimToken" IS NOT NULL AS "claimed", subs."lookupClaimedAt" IS NOT NULL AS "lookupClaimed",
    subs."openWrite"::text
  FROM subs JOIN "Order" o ON o."id" = subs."orderId"`;

const PROVIDER_WRITES = `${SHOP_ROWS}
  SELECT subs."domain" AS "shop", subs."reference", w."serviceOrderId", w."kind"::text, w."requestedBy" IS NULL AS "isAutomatic",
    to_char(w."createdAt" AT TIME ZONE coalesce(mine."timezone", 'UTC'), 'YYYY-MM-DD') AS "day", w."settledAt" IS NULL AS "isOpen"
  FROM "ProviderWrite" w JOIN subs ON subs."id" = w."submissionId" JOIN mine ON mine."id" = w."shopId"`;

const ATTEMPTS = `${SHOP_ROWS}
  SELECT t."submissionId", t."number", t."startedAt", t."endedAt", t."outcome",
    t."number" > subs."attemptsForgiven" AND coalesce(t."outcome" IN ('uncertain', 'lost', 'rejected'), false) AS "failed"
  FROM "Attempt" t JOIN subs ON subs."id" = t."submissionId"`;

const LIST_SCANS = `${SHOP_ROWS}
  SELECT l."submissionId", l."at", ARRAY(
    SELECT w."sentAt" FROM "Submission" w WHERE w."reference" IN (SELECT jsonb_array_elements_text(l."laterOrders"))
      AND w."sentAt" IS NOT NULL) AS "laterOrdersSentAt",
    EXISTS (SELECT 1 FROM "Submission" w WHERE w."sentAt" < subs."sentAt"
      AND w."reference" IN (SELECT jsonb_array_elements_text(l."detail"->'earlier')))
    OR NOT EXISTS (SELECT 1 FROM "Submission" w WHERE w."printAccountId" = subs."printAccountId"
      AND w."submittedAt" < subs."sentAt" AND w."sentAt" > subs."sentAt" - interval '14 days'
      AND w."replacedAt" IS NULL AND w."foundAt" IS NULL) AS "showsEarlierOrder"
  FROM "Lookup" l JOIN subs ON subs."id" = l."submissionId" WHERE l."kind" = 'list_scan' AND l."result" = 'absent'`;

const DENIED = `${SHOP_ROWS}
  SELECT l."submissionId", l."at" FROM "Lookup" l JOIN subs ON subs."id" = l."submissionId"
  WHERE l."kind" = 'detail' AND l."result" = 'absent'`;

const CONFIRMED_ABSENT = `${SHOP_ROWS}
  SELECT h."submissionId", h."at" FROM "History" h JOIN subs ON subs."id" = h."submissionId"
  WHERE h."code" = 'submission.absence_confirmed' AND h."actor" = 'person'`;

const MOVES = `${SHOP_ROWS}
  SELECT h."submissionId", h."data"->>'from' AS "from", h."data"->>'to' AS "to"
  FROM "History" h JOIN subs ON subs."id" = h."submissionId" WHERE h."data" ? 'from' AND h."data" ? 'to'
    AND h."code" LIKE 'submission.%'`;

const PARCELS = `${SHOP_ROWS}
  SELECT p."submissionId", p."trackingNumber" AS "number", p."state"::text, p."claimToken" IS NOT NULL AS "claimed",
    p."awaitingShipmentUntil" IS NOT NULL AS "label",
    coalesce((SELECT jsonb_agg(jsonb_build_object('kind', w."kind", 'outcome', w."outcome", 'notified', w."notified"))
      FROM "ShopifyWrite" w WHERE w."parcelId" = p."id"), '[]') AS "writes"
  FROM "Parcel" p JOIN subs ON subs."id" = p."submissionId"`;

const LINES = `${SHOP_ROWS}
  SELECT sl."submissionId", ol."shopifyGid" AS "lineGid", sl."itemSku", sl."quantity", sl."fulfilled"
  FROM "SubmissionLine" sl JOIN subs ON subs."id" = sl."submissionId"
  JOIN "OrderLine" ol ON ol."id" = sl."orderLineId"`;

const DELIVERIES = `
  SELECT d."id", d."source"::text, d."scope", d."deliveryId", d."state"::text, d."tries",
    EXISTS (SELECT FROM "Shop" s WHERE s."domain" = d."scope" AND s."accessLostAt" IS NOT NULL) AS "awaitsAccess"
  FROM "WebhookDelivery" d WHERE d."scope" = ANY($1)`;
