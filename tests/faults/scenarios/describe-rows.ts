import type pg from "pg";

/** Which rows of each table tell where an order of a shop is, and what of them. */
const ROWS = {
  WebhookDelivery: `SELECT x."topic", x."state", x."dueAt", x."tries", x."failures", x."problem", x."receivedAt"
    FROM "WebhookDelivery" x WHERE x."scope" = $1 AND x."state" <> 'done'`,
  Submission: `SELECT x."reference", x."state", x."dueAt", x."claimedAt", x."lookupClaimedAt", x."tries", x."failures", x."sentAt",
    x."submittedAt" FROM "Submission" x JOIN "Shop" h ON h."id" = x."shopId" WHERE h."domain" = $1`,
  Attempt: `SELECT s."reference", x."number", x."startedAt", x."endedAt", x."outcome", x."httpStatus"
    FROM "Attempt" x JOIN "Submission" s ON s."id" = x."submissionId" JOIN "Shop" h ON h."id" = s."shopId" WHERE h."domain" = $1`,
  Lookup: `SELECT s."reference", x."at", x."kind", x."result", x."laterOrders", x."detail"
    FROM "Lookup" x JOIN "Submission" s ON s."id" = x."submissionId" JOIN "Shop" h ON h."id" = s."shopId" WHERE h."domain" = $1`,
  Attention: `SELECT s."reference", x."code", x."openedAt", x."clearedAt"
    FROM "Attention" x LEFT JOIN "Submission" s ON s."id" = x."submissionId" JOIN "Shop" h ON h."id" = x."shopId" WHERE h."domain" = $1`,
  Parcel: `SELECT s."reference", x."state", x."dueAt", x."claimedAt", x."tries", x."failures"
    FROM "Parcel" x JOIN "Submission" s ON s."id" = x."submissionId" JOIN "Shop" h ON h."id" = x."shopId" WHERE h."domain" = $1`,
};

/** A line for each row of a shop that tells where its orders are. */
export async function describeRows(pool: pg.Pool, domain: string): Promise<string[]> {
  const lines = [`rows of ${domain}:`];
  for (const [table, sql] of Object.entries(ROWS)) {
    const { rows } = await pool.query<Record<string, unknown>>(sql, [domain]);
    lines.push(...rows.map((row) => `${table} ${JSON.stringify(row)}`));
  }
  return lines;
}
