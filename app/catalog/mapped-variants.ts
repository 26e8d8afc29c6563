import { Prisma } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";

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
