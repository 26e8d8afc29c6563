import { Prisma, type Order, type Submission } from "../../../prisma/client/client.ts";
import type { SubmissionId } from "../../ports/ids.ts";
import type { OrdersContext } from "../core/context.ts";
import { SHOP_COLUMNS, SHOP_TABLES, toShopRow, type ShopColumns, type ShopRow } from "../core/shop-row.ts";
import { rateLimitColumns, rateLimitDelay, type RateLimitRow } from "./rate-limit.ts";
import type { Gid } from "../../ports/gid.ts";

const COLUMNS = [
  "id",
  "orderId",
  "printAccountId",
  "reference",
  "kind",
  "state",
  "dueAt",
  "tries",
  "claimedAt",
  "payloadEncrypted",
  "payloadHash",
  "serviceDate",
  "sentAt",
] as const satisfies (keyof Submission)[];

export type StepRow = Pick<Submission, "shopId" | (typeof COLUMNS)[number]>;

/** What the next step of a submission has to know before it calls other systems. */
export interface SubmissionStep {
  row: StepRow;
  order: Pick<Order, "shopifyGid" | "shopifyCreatedAt">;
  shop: ShopRow;
  /** The line of each item of the content. */
  itemLines: Gid<"LineItem">[];
  /** How long the next create call of the shop's account has to wait, in milliseconds. */
  waitMs: number;
}

type Row = StepRow & ShopColumns & RateLimitRow & SubmissionStep["order"] & Pick<SubmissionStep, "itemLines">;

/**
 * Reads them in one statement, in the order of the ids; null where there is no such submission. It only saves work: what is sent is
 * decided by what the transaction of the claim reads.
 */
export async function readSteps(ctx: OrdersContext, ids: readonly SubmissionId[]): Promise<(SubmissionStep | null)[]> {
  const columns = Prisma.raw(COLUMNS.map((column) => `x."${column}"`).join(", "));
  const rows = await ctx.sql.query<Row>`
    SELECT ${columns}, ${SHOP_COLUMNS}, o."shopifyGid", o."shopifyCreatedAt",
      ARRAY(SELECT l."shopifyGid" FROM "SubmissionLine" i JOIN "OrderLine" l ON l."id" = i."orderLineId"
        WHERE i."submissionId" = x."id" ORDER BY i."position") AS "itemLines",
      ${rateLimitColumns(ctx, Prisma.sql`s."printAccountId"`)}
    FROM "Submission" x JOIN "Order" o ON o."id" = x."orderId" JOIN (${SHOP_TABLES}) ON s."id" = x."shopId"
    WHERE x."id" = ANY(${ids}::uuid[])`;
  const byId = new Map(rows.map((row) => [row.id, toStep(ctx, row)]));
  return ids.map((id) => byId.get(id) ?? null);
}

/** The same of one. */
export const readStep = async (ctx: OrdersContext, id: SubmissionId): Promise<SubmissionStep | null> =>
  (await readSteps(ctx, [id]))[0] ?? null;

const toStep = (ctx: OrdersContext, row: Row): SubmissionStep => {
  const { shopifyGid, shopifyCreatedAt, itemLines } = row;
  const order = { shopifyGid, shopifyCreatedAt };
  return { row, order, shop: toShopRow(row), itemLines, waitMs: rateLimitDelay(ctx, row) };
};
