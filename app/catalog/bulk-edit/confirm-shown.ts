import { z } from "zod";
import type { Gid } from "../../ports/gid.ts";
import type { ShopId } from "../../ports/ids.ts";
import { acceptNewFiles } from "../accept-new-files.ts";
import type { CatalogContext } from "../context.ts";
import { readFactsHashes } from "../variant-copy.ts";
import {
  type BulkContext,
  type BulkOutcome,
  type BulkOutcomes,
  type BulkVariant,
  changeMappings,
} from "./change-mappings.ts";

/**
 * Hashes of what staff saw when they confirmed it, by what each is of. None: they chose a whole list, which no page shows, and
 * confirm what is there.
 */
export const shownHashesSchema = z.record(z.string().max(10_000), z.string().max(100)).optional();

export type ShownHashes = z.infer<typeof shownHashesSchema>;

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
  const linksOf = new Map(rows.map((row) => [row.variantGid, [row.artworkFront, row.artworkBack]]));
  const others = await acceptNewFiles(ctx, shopId, [...linksOf.values()].flat(), shown);
  const outcomeOf = (gid: Gid<"ProductVariant">): BulkOutcome => {
    const links = linksOf.get(gid);
    if (!links) return "not_mapped";
    return links.some((link) => others.has(link)) ? "outdated" : "changed";
  };
  return new Map(gids.map((gid) => [gid, outcomeOf(gid)]));
}
