import { Prisma, type PrismaClient } from "../../../prisma/client/client.ts";
import type { OrderId, ShopId } from "../../ports/ids.ts";

const { sql } = Prisma;

/**
 * The shop's rejected orders, `"orderId"`, that staff can send again as they are, with each `"itemSku"` that was rejected: the print
 * service has accepted it since (SkuCheck). An order is left out while anything else of it is rejected. A changed mapping needs none
 * of this: the order is then sent again without staff (receive/build-submission.ts).
 */
export const resendable = (shopId: ShopId): Prisma.Sql => sql`
  SELECT r."orderId", r."itemSku" FROM (
    SELECT t."orderId", l."itemSku", bool_and(coalesce(t."detail"->'aboutSku' = 'true' AND c."accepted", FALSE))
      OVER (PARTITION BY t."submissionId") AS "ready"
    FROM "Attention" t
    JOIN "Submission" s ON s."id" = t."submissionId" AND s."shopId" = ${shopId}::uuid AND s."state" = 'rejected'
    LEFT JOIN "OrderLine" i ON i."orderId" = t."orderId" AND i."shopifyGid" = t."subject"
    LEFT JOIN "SubmissionLine" l ON l."submissionId" = s."id" AND l."orderLineId" = i."id"
    LEFT JOIN LATERAL (
      SELECT bool_and(k."rejectedAt" IS NULL) AND max(k."acceptedAt") > t."openedAt" AS "accepted"
      FROM "SkuCheck" k WHERE k."printAccountId" = s."printAccountId" AND k."itemSku" = l."itemSku") c ON TRUE
    WHERE t."shopId" = ${shopId}::uuid AND t."code" = 'rejected' AND t."clearedAt" IS NULL) r
  WHERE r."ready"`;

/** The number of the shop's orders that `resendable` names. */
export async function countResendable({ db }: { db: PrismaClient }, shopId: ShopId): Promise<number> {
  const [row] = await db.$queryRaw<{ orders: number }[]>`
    SELECT count(DISTINCT r."orderId")::int AS "orders" FROM (${resendable(shopId)}) r`;
  return row?.orders ?? 0;
}

/** The first of them, those placed first before the others, for a button that sends them again. */
export function listResendable(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  limit: number,
): Promise<{ id: OrderId; name: string }[]> {
  return db.$queryRaw<{ id: OrderId; name: string }[]>`
    SELECT o."id", o."name" FROM "Order" o
    WHERE o."shopId" = ${shopId}::uuid AND o."id" IN (SELECT r."orderId" FROM (${resendable(shopId)}) r)
    ORDER BY o."shopifyCreatedAt", o."id" LIMIT ${limit}`;
}

/** The same by SKU, of these SKUs; a SKU without such an order is left out. */
export async function countResendableBySku(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  itemSkus: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.$queryRaw<{ itemSku: string; orders: number }[]>`
    SELECT r."itemSku", count(DISTINCT r."orderId")::int AS "orders" FROM (${resendable(shopId)}) r
    WHERE r."itemSku" = ANY(${[...itemSkus]}::text[]) GROUP BY r."itemSku"`;
  return new Map(rows.map(({ itemSku, orders }) => [itemSku, orders]));
}
