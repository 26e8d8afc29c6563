import { z } from "zod";
import {
  type BulkOutcomes,
  type BulkVariant,
  allowPrinting,
  markVariants,
  changeMappings,
  acceptFilesOf,
  confirmMappings,
  shownHashesSchema,
} from "./change-mappings.ts";
import { applyRule } from "./bulk-rule.ts";
import { ruleSchema } from "../mapping-methods/rule-schema.ts";
import type { CatalogContext } from "../context.ts";
import { NEW_DRAFT } from "../mapping-drafts.ts";
import { removeMappings, recheckUnsent } from "../mappings.ts";
import type { ShopId } from "../../ports/ids.ts";

const text = z.string().max(10_000);

/** What staff can do with many variants at once. */
export const bulkActionSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("set_sku"), itemSku: text }),
  z.strictObject({ kind: z.literal("set_artwork"), side: z.enum(["artworkFront", "artworkBack"]), link: text }),
  z.strictObject({ kind: z.literal("confirm_mapping"), shown: shownHashesSchema }),
  z.strictObject({ kind: z.literal("use_new_files"), shown: shownHashesSchema }),
  z.strictObject({ kind: z.literal("remove_mapping") }),
  z.strictObject({ kind: z.literal("mark_not_printed") }),
  z.strictObject({ kind: z.literal("allow_printing") }),
  /** `fingerprint`: of the preview that staff agreed to. */
  z.strictObject({ kind: z.literal("map_by_rule"), rule: ruleSchema, fingerprint: z.string().max(100) }),
]);

export type BulkAction = z.infer<typeof bulkActionSchema>;
export type BulkActionKind = BulkAction["kind"];

type Apply<Kind extends BulkActionKind> = (
  ctx: CatalogContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  action: Extract<BulkAction, { kind: Kind }>,
) => Promise<BulkOutcomes>;

/**
 * How each action changes one batch. A batch that a crash cut off is repeated, so that each has to end in the same state. The
 * orders are woken at the end of the whole edit.
 */
const APPLY: { readonly [Kind in BulkActionKind]: Apply<Kind> } = {
  set_sku: (ctx, shopId, variants, { itemSku }) =>
    changeMappings(ctx, shopId, variants, (stored) => ({ ...(stored ?? NEW_DRAFT), itemSku })),
  set_artwork: (ctx, shopId, variants, { side, link }) =>
    changeMappings(ctx, shopId, variants, (stored) => stored && { ...stored, [side]: link }),
  confirm_mapping: (ctx, shopId, variants, { shown }) => confirmMappings(ctx, shopId, variants, shown),
  use_new_files: (ctx, shopId, variants, { shown }) => acceptFilesOf(ctx, shopId, variants, shown),
  remove_mapping: async (ctx, shopId, variants) => {
    const gids = variants.map(({ variantGid }) => variantGid);
    const mapped = await ctx.db.mapping.findMany({ where: { shopId, variantGid: { in: gids } } });
    await removeMappings(ctx, shopId, gids);
    await recheckUnsent(ctx, shopId, gids);
    const had = new Set(mapped.map(({ variantGid }) => variantGid));
    return new Map(gids.map((gid) => [gid, had.has(gid) ? "changed" : "not_mapped"]));
  },
  mark_not_printed: markVariants,
  allow_printing: allowPrinting,
  map_by_rule: (ctx, shopId, variants, { rule }) => applyRule(ctx, shopId, variants, rule),
};

/** Changes one batch of variants. */
export function applyBulkAction(
  ctx: CatalogContext,
  shopId: ShopId,
  variants: readonly BulkVariant[],
  action: BulkAction,
): Promise<BulkOutcomes> {
  // Each entry takes the action of its own kind, which TypeScript cannot follow through the lookup.
  const apply = APPLY[action.kind] as Apply<BulkActionKind>;
  return apply(ctx, shopId, variants, action);
}
