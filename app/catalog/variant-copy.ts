import { createHash } from "node:crypto";
import { Prisma } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ListedVariant } from "../ports/shop-catalog.ts";
import { lockMappedVariants, syncMappedVariants } from "./mapped-variants.ts";

/**
 * To be taken before variants are written. Whether the shop still has the app; locked until the transaction ends, so that an
 * uninstallation erases what it wrote.
 */
export async function lockToStoreVariants(tx: Prisma.TransactionClient, shopId: ShopId): Promise<boolean> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid AND "uninstalledAt" IS NULL FOR SHARE`;
  if (rows.length === 0) return false;
  await lockMappedVariants(tx, shopId, "variants");
  return true;
}

/**
 * Writes variants as Shopify had them at `readAt`, the moment before it was asked: what was read later stays, so that a
 * slow page does not bring back a variant that was deleted meanwhile. Returns the variants whose `variantChange` is another now.
 */
export async function storeVariants(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  variants: readonly ListedVariant[],
  readAt: Date,
): Promise<Gid<"ProductVariant">[]> {
  if (variants.length === 0) return [];
  await tx.$executeRaw`
    INSERT INTO "ProductVariant" AS v ("shopId", "variantGid", "productGid", "productTitle", "title", "sku", "options",
      "price", "position", "status", "giftCard", "requiresShipping", "readAt", "factsHash")
    SELECT ${shopId}::uuid, n."gid", n."productGid", n."productTitle", n."title", n."sku", n."options", n."price",
      n."position", n."status"::"ProductStatus", n."giftCard", n."requiresShipping", ${readAt},
      n."factsHash"
    FROM jsonb_to_recordset(${JSON.stringify(variants.map(toRow))}::jsonb) AS n("gid" text, "productGid" text,
      "productTitle" text, "title" text, "sku" text, "options" jsonb, "price" text, "position" int, "status" text,
      "giftCard" boolean, "requiresShipping" boolean, "factsHash" text)
    ORDER BY n."gid"
    ON CONFLICT ("shopId", "variantGid") DO UPDATE SET
      "productGid" = EXCLUDED."productGid", "productTitle" = EXCLUDED."productTitle", "title" = EXCLUDED."title",
      "sku" = EXCLUDED."sku", "options" = EXCLUDED."options", "price" = EXCLUDED."price",
      "position" = EXCLUDED."position", "status" = EXCLUDED."status", "giftCard" = EXCLUDED."giftCard",
      "requiresShipping" = EXCLUDED."requiresShipping",
      "readAt" = EXCLUDED."readAt", "deletedAt" = NULL, "factsHash" = EXCLUDED."factsHash"
    WHERE v."readAt" <= EXCLUDED."readAt"`;
  return syncMappedVariants(
    tx,
    shopId,
    variants.map(({ gid }) => gid),
  );
}

/**
 * Takes out what a reading that began at `readAt` did not find, of one product or of the whole shop. A variant with a
 * mapping stays, marked as deleted: orders may wait for it, and staff are told.
 */
export async function removeUnread(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  productGid: Gid<"Product"> | null,
  readAt: Date,
): Promise<void> {
  const product = productGid === null ? Prisma.sql`true` : Prisma.sql`v."productGid" = ${productGid}`;
  const unread = Prisma.sql`v."shopId" = ${shopId}::uuid AND ${product} AND v."readAt" < ${readAt}`;
  const mapped = Prisma.sql`
    EXISTS (SELECT 1 FROM "Mapping" m WHERE m."shopId" = v."shopId" AND m."variantGid" = v."variantGid")`;
  await tx.$executeRaw`DELETE FROM "ProductVariant" v WHERE ${unread} AND NOT ${mapped}`;
  const deleted = await tx.$queryRaw<{ variantGid: Gid<"ProductVariant"> }[]>`
    UPDATE "ProductVariant" v SET "deletedAt" = ${readAt}, "readAt" = ${readAt} WHERE ${unread} AND v."deletedAt" IS NULL
    RETURNING v."variantGid"`;
  await syncMappedVariants(
    tx,
    shopId,
    deleted.map(({ variantGid }) => variantGid),
  );
}

function toRow({ product, ...variant }: ListedVariant) {
  const { title, sku, options } = variant;
  return {
    ...variant,
    productGid: product.gid,
    productTitle: product.title,
    status: product.status,
    giftCard: product.giftCard,
    factsHash: createHash("sha256")
      .update(JSON.stringify([title, sku, options]))
      .digest("hex"),
  };
}

/** What stands for title, SKU and options of each of these variants (`ShownMapping`). */
export async function readFactsHashes(
  db: Pick<Prisma.TransactionClient, "productVariant">,
  where: Prisma.ProductVariantWhereInput,
): Promise<ReadonlyMap<Gid<"ProductVariant">, string>> {
  const copies = await db.productVariant.findMany({ where, select: { variantGid: true, factsHash: true } });
  return new Map(copies.map(({ variantGid, factsHash }) => [variantGid, factsHash]));
}
