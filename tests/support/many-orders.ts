import type pg from "pg";
import type { SubmissionState } from "../../app/orders/core/states.ts";
import type { PrintAccountId, ShopId } from "../../app/ports/ids.ts";

interface ManyOrders {
  shopId: ShopId;
  accountId: PrintAccountId;
  count: number;
  state: SubmissionState;
  /** When the first was sent; each other one a millisecond later. */
  sentAt: Date;
  checkedAt?: Date | null;
  /** Begins the references, which a number ends; unique in the database. */
  prefix: string;
}

/** The app's own limit of time holds for a statement here, too, on a machine that is busy. */
const ORDERS_PER_STATEMENT = 200;

/** Inserts orders with one line and one submission each: thousands take less than a second. */
export async function insertSentOrders(pool: pg.Pool, many: ManyOrders): Promise<void> {
  for (let first = 1; first <= many.count; first += ORDERS_PER_STATEMENT)
    await insertFrom(pool, many, first, Math.min(first + ORDERS_PER_STATEMENT - 1, many.count));
}

async function insertFrom(pool: pg.Pool, many: ManyOrders, first: number, last: number): Promise<void> {
  await pool.query(
    `WITH one AS (
      SELECT n, gen_random_uuid() AS "order", gen_random_uuid() AS "line", gen_random_uuid() AS "submission",
        $5::timestamptz + n * interval '1 ms' AS "at" FROM generate_series($8::int, $3::int) AS n
    ), orders AS (
      INSERT INTO "Order" ("id", "shopId", "shopifyGid", "name", "shopifyCreatedAt", "shopifyUpdatedAt", "currency", "receivedAt")
      SELECT "order", $1::uuid, 'gid://shopify/Order/' || $7 || n, '#' || $7 || n, "at", "at", 'USD', "at" FROM one
    ), lines AS (
      INSERT INTO "OrderLine" ("id", "orderId", "shopifyGid", "title", "quantity", "remaining", "eligibility", "eligibilityReason")
      SELECT "line", "order", 'gid://shopify/LineItem/' || $7 || n, 'Mug', 1, 1, 'printable', 'mapped_variant' FROM one
    ), submissions AS (
      INSERT INTO "Submission" ("id", "shopId", "orderId", "printAccountId", "kind", "reference", "state", "sentAt",
        "submittedAt", "checkedAt", "createdAt")
      SELECT "submission", $1::uuid, "order", $2::uuid, 'first', $7 || n, $4::"SubmissionState", "at", "at", $6::timestamptz, "at" FROM one
    )
    INSERT INTO "SubmissionLine" ("id", "submissionId", "orderLineId", "position", "quantity", "itemSku")
    SELECT gen_random_uuid(), "submission", "line", 0, 1, 'MUG' FROM one`,
    [many.shopId, many.accountId, last, many.state, many.sentAt, many.checkedAt ?? null, many.prefix, first],
  );
}
