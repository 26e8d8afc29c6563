import { Prisma } from "@prisma/client";

const { sql } = Prisma;

/**
 * Whether an order `o` of the shop is one that a merchant means by these words: part of its name (with or without #), of a
 * reference or tracking number of ours, of a SKU of the print service, or of a product's title. Case does not matter.
 */
export function searchCondition(shopId: string, search: string): Prisma.Sql {
  const part = containing(search);
  const name = containing(search.replace(/^#+(?=.)/, ""));
  const ofShop = sql`s."shopId" = ${shopId}::uuid`;
  // Each question is asked once for the whole shop and its answers are looked up by id, while the orders are walked along
  // their index: the walk ends when a page is full, so words that are everywhere cost no sorting.
  return sql`(o."name" ILIKE ${name}
    OR o."id" IN (SELECT s."orderId" FROM "Submission" s WHERE ${ofShop} AND s."reference" ILIKE ${part})
    OR o."id" IN (SELECT s."orderId" FROM "Submission" s JOIN "Parcel" p ON p."submissionId" = s."id"
      WHERE ${ofShop} AND p."trackingNumber" ILIKE ${part})
    OR o."id" IN (SELECT s."orderId" FROM "Submission" s JOIN "SubmissionLine" i ON i."submissionId" = s."id"
      WHERE ${ofShop} AND i."itemSku" ILIKE ${part})
    OR o."id" IN (SELECT l."orderId" FROM "OrderLine" l JOIN "Order" t ON t."id" = l."orderId"
      WHERE t."shopId" = ${shopId}::uuid AND l."title" ILIKE ${part}))`;
}

/** A LIKE pattern for a text that contains this one; its own wildcards stand for themselves. */
const containing = (text: string): string => `%${text.replaceAll(/[\\%_]/g, "\\$&")}%`;
