import type { BulkEditOutcome, BulkEditVariant } from "../../../prisma/client/client.ts";
import type { Gid } from "../../ports/gid.ts";
import type { CatalogContext } from "../context.ts";
import type { ShopId } from "../../ports/ids.ts";
import { printedLinks } from "../../ports/sides.ts";
import type { StoredMapping } from "../stored-mapping.ts";
import { readStored, saveShownMappings } from "../save-shown-mappings.ts";
import { z } from "zod";
import { acceptNewFiles } from "../artwork-findings.ts";
import { readFactsHashes } from "../variant-copy.ts";

type BulkContext = Pick<CatalogContext, "db" | "clock" | "ids" | "wake">;
export type BulkVariant = Pick<BulkEditVariant, "variantGid" | "productGid" | "storedAt">;

/** What became of a variant. */
export type BulkOutcome = Exclude<BulkEditOutcome, "pending">;
/** What became of each variant of a batch. */
export type BulkOutcomes = Map<Gid<"ProductVariant">, BulkOutcome>;

/** A mapping that somebody saves between read and save is read again. */
const MAX_READS = 5;

/**
 * Saves what `change` makes of each mapping, as it is then; null: the variant needs a mapping first. A mark as never printed
 * ends. With the same SKU, what Shopify changed of the variant stays to be reviewed, but where staff confirms just that:
 * `confirmed` has the `factsHash` of each variant.
 * @throws Error when others change the same mappings all the time
 */
export async function changeMappings(
  ctx: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  change: (stored: StoredMapping | null) => StoredMapping | null,
  confirmed: ReadonlyMap<Gid<"ProductVariant">, string> | null = null,
): Promise<BulkOutcomes> {
  const outcomes: BulkOutcomes = new Map();
  let left = variants;
  for (let reads = 0; left.length > 0; reads += 1) {
    if (reads === MAX_READS) throw new Error("the mappings change all the time");
    const gids = left.map(({ variantGid }) => variantGid);
    const stored = await readStored(ctx.db, shopId, gids);
    const changes = left.flatMap(({ variantGid, productGid }) => {
      const before = stored.get(variantGid) ?? null;
      const shown = { mapping: before && { ...before, factsHash: confirmed?.get(variantGid) }, notPrinted: true };
      const mapping = change(before);
      const keepsChange = confirmed === null && mapping?.itemSku === before?.itemSku;
      return mapping ? [{ input: { ...mapping, variantGid, productGid }, shown, keepsChange }] : [];
    });
    const changed = changes.length === 0 ? new Map() : await saveShownMappings(ctx, shopId, changes);
    const tried = new Set(changes.map(({ input }) => input.variantGid));
    for (const { variantGid } of left) outcomes.set(variantGid, tried.has(variantGid) ? "changed" : "not_mapped");
    left = left.filter(({ variantGid }) => changed.has(variantGid));
  }
  return outcomes;
}

/** Marks variants as not printed. A mapping decides before a mark, so that mapped variants are skipped. */
export async function markVariants(
  { db, ids, clock }: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const rows = await db.mapping.findMany({ where: { shopId, variantGid: { in: gids } }, select: { variantGid: true } });
  const mapped = new Set(rows.map(({ variantGid }) => variantGid));
  const createdAt = clock.now();
  const data = variants
    .filter(({ variantGid }) => !mapped.has(variantGid))
    .map(({ variantGid, productGid }) => ({ id: ids.uuid(), shopId, productGid, variantGid, createdAt }));
  await db.notPrinted.createMany({ data, skipDuplicates: true });
  return new Map(gids.map((gid) => [gid, mapped.has(gid) ? "mapped" : "changed"]));
}

/** Takes the marks of variants back. The mark of a whole product stays: it speaks of other variants as well. */
export async function allowPrinting(
  { db }: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const products = await db.notPrinted.findMany({
    where: { shopId, variantGid: "", productGid: { in: variants.map(({ productGid }) => productGid) } },
    select: { productGid: true },
  });
  const marked = new Set(products.map(({ productGid }) => productGid));
  await db.notPrinted.deleteMany({ where: { shopId, variantGid: { in: gids } } });
  return new Map(
    variants.map(({ variantGid, productGid }) => [variantGid, marked.has(productGid) ? "product_marked" : "changed"]),
  );
}

/**
 * Hashes of what staff saw when they confirmed it, by what each is of. None: they chose a whole list, which no page shows, and
 * confirm what is there.
 */
export const shownHashesSchema = z.record(z.string().max(10_000), z.string().max(100)).optional();

type ShownHashes = z.infer<typeof shownHashesSchema>;

/**
 * The mappings fit the changed variants as they are. `shown`: `factsHash` by variant; one that Shopify changed again since stays to
 * be reviewed.
 */
export async function confirmMappings(
  ctx: BulkContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  shown: ShownHashes,
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const now = await readFactsHashes(ctx.db, { shopId, variantGid: { in: gids } });
  const isSeen = ({ variantGid }: BulkVariant): boolean => {
    const seenHash = shown?.[variantGid];
    return seenHash === undefined || seenHash === now.get(variantGid);
  };
  const seen = variants.filter(isSeen);
  const outcomes = await changeMappings(ctx, shopId, seen, (stored) => stored, now);
  return new Map(gids.map((gid) => [gid, outcomes.get(gid) ?? "outdated"]));
}

/**
 * The files that are at the artwork links now are the ones to print. `shown`: SHA-256 by link; one that was replaced again since
 * stays to be reviewed.
 */
export async function acceptFilesOf(
  ctx: CatalogContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  shown: ShownHashes,
): Promise<BulkOutcomes> {
  const gids = variants.map(({ variantGid }) => variantGid);
  const rows = await ctx.db.mapping.findMany({ where: { shopId, variantGid: { in: gids } } });
  const linksOf = new Map(rows.map((row) => [row.variantGid, printedLinks(row).map(({ link }) => link)]));
  const others = await acceptNewFiles(ctx, shopId, [...linksOf.values()].flat(), shown);
  const outcomeOf = (gid: Gid<"ProductVariant">): BulkOutcome => {
    const links = linksOf.get(gid);
    if (!links) return "not_mapped";
    return links.some((link) => others.has(link)) ? "outdated" : "changed";
  };
  return new Map(gids.map((gid) => [gid, outcomeOf(gid)]));
}
