import { createHash } from "node:crypto";
import { Prisma } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import type { ListedVariant } from "../ports/shop-catalog.ts";

/** The variants of a shop (`v`) with their mappings (`m`). */
export const VARIANTS = Prisma.sql`"ProductVariant" v
  LEFT JOIN "Mapping" m ON m."shopId" = v."shopId" AND m."variantGid" = v."variantGid"`;

/** What they print as: a StoredMapping, of which each column is NULL without one. */
export const MAPPING_COLUMNS = Prisma.sql`
  m."itemSku", m."artworkFront", m."artworkBack", m."mockup", m."artworkSides", m."note",
  m."requiredSides"`;

const MARKS = Prisma.sql`FROM "NotPrinted" n
  WHERE n."shopId" = v."shopId" AND n."productGid" = v."productGid" AND n."variantGid" IN ('', v."variantGid")`;

/** Staff marked the variant, or its product: "variant", "product", or NULL. For few rows. */
export const MARK = Prisma.sql`(
  SELECT CASE WHEN bool_or(n."variantGid" = '') THEN 'product' WHEN count(*) > 0 THEN 'variant' END ${MARKS})`;

/** The same as a yes or no, which PostgreSQL joins once for all rows. */
export const MARKED = Prisma.sql`EXISTS (SELECT ${MARKS})`;

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

const ofOptions = (key: "name" | "value") => Prisma.sql`
  ARRAY(SELECT o->>${key} FROM jsonb_array_elements(v."options") WITH ORDINALITY AS each(o, at) ORDER BY at)`;

/** Without order and letter case: `Black / M` and `m / black` name the same shirt. */
const asSet = (values: Prisma.Sql) =>
  Prisma.sql`ARRAY(SELECT lower(value) AS value FROM unnest(${values}) value ORDER BY 1)`;

/** His size M and her size L are not his size L and her size M. */
const asPairs = (names: Prisma.Sql, values: Prisma.Sql) =>
  Prisma.sql`(SELECT jsonb_object_agg(lower(name), lower(value)) FROM unnest(${names}, ${values}) AS each(name, value))`;

const MAPPED = { names: Prisma.sql`m."mappedOptionNames"`, values: Prisma.sql`m."mappedOptionValues"` };
const NOW = { names: ofOptions("name"), values: ofOptions("value") };

const CHANGE = Prisma.sql`(CASE
  WHEN v."deletedAt" IS NOT NULL THEN 'deleted'
  WHEN m."variantFactsHash" = v."factsHash" OR m."variantFactsHash" IS NULL THEN NULL
  WHEN ${asSet(MAPPED.values)} <> ${asSet(NOW.values)} THEN 'options'
  WHEN ${asSet(MAPPED.names)} = ${asSet(NOW.names)}
    AND ${asPairs(MAPPED.names, MAPPED.values)} <> ${asPairs(NOW.names, NOW.values)} THEN 'options'
  ELSE 'details' END)::"VariantChange"`;

/** A mapping takes what its variant is like now as what it was made for. */
export const MAPPED_FACTS = Prisma.sql`"variantFactsHash" = v."factsHash", "mappedTitle" = v."title",
  "mappedSku" = v."sku", "mappedOptionNames" = ${NOW.names}, "mappedOptionValues" = ${NOW.values}`;

/**
 * A mapping and its variant that two open transactions write would not see each other, and the mapping would not know its variant:
 * whoever saves mappings waits for whoever writes the copy, and the other way round. Taken before any row of either, until the
 * transaction ends.
 */
export async function lockMappedVariants(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  writes: "mappings" | "variants",
): Promise<void> {
  const key = Prisma.sql`hashtextextended(${`mapped variants ${shopId}`}, 0)`;
  if (writes === "mappings") await tx.$executeRaw`SELECT pg_advisory_xact_lock_shared(${key})`;
  else await tx.$executeRaw`SELECT pg_advisory_xact_lock(${key})`;
}

/**
 * Mappings without a hash remember what their variant is like, and each mapping says what became of its variant since.
 * Returns the variants where that changed.
 */
export async function syncMappedVariants(
  tx: Prisma.TransactionClient,
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<Gid<"ProductVariant">[]> {
  if (variantGids.length === 0) return [];
  const same = Prisma.sql`m."shopId" = ${shopId}::uuid AND m."variantGid" = ANY(${[...variantGids]})
    AND v."shopId" = m."shopId" AND v."variantGid" = m."variantGid"`;
  await tx.$executeRaw`
    UPDATE "Mapping" m SET ${MAPPED_FACTS} FROM "ProductVariant" v
    WHERE ${same} AND m."variantFactsHash" IS NULL AND v."deletedAt" IS NULL`;
  const changed = await tx.$queryRaw<{ variantGid: Gid<"ProductVariant"> }[]>`
    UPDATE "Mapping" m SET "variantChange" = ${CHANGE} FROM "ProductVariant" v
    WHERE ${same} AND m."variantChange" IS DISTINCT FROM ${CHANGE}
    RETURNING m."variantGid"`;
  return changed.map(({ variantGid }) => variantGid);
}
