import { z } from "zod";
import type { PrismaClient } from "@prisma/client";
import type { Clock, Ids } from "../ports/clock.ts";
import { parseArtworkLink } from "../artwork/artwork-link.ts";
import type { Gid } from "../ports/gid.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import type { ShopId } from "../ports/ids.ts";
import { syncMappedVariants } from "./mapped-variants.ts";

const link = z
  .string()
  .trim()
  .max(2048)
  .refine((text) => text === "" || parseArtworkLink(text).ok, "is no public web address of an image");

/** One mapping as input: the print SKU and the artwork of a variant. */
export const mappingInput = z.object({
  productGid: gidSchema("Product", "is no product of Shopify"),
  variantGid: gidSchema("ProductVariant", "is no variant of Shopify"),
  itemSku: z.string().trim().min(1, "is missing").max(255),
  artworkFront: link.default(""),
  artworkBack: link.default(""),
  mockup: link.default(""),
  note: z.string().trim().max(1000).default(""),
  requiredSides: z.array(z.enum(["front", "back"])).default(["front"]),
});

export type MappingInput = z.infer<typeof mappingInput>;

/** Whether no variant is named twice: of two rows of one variant, a save could keep only one. */
export const namesEachOnce = (rows: readonly Pick<MappingInput, "variantGid">[]): boolean =>
  new Set(rows.map(({ variantGid }) => variantGid)).size === rows.length;

/** Creates or replaces mappings of a shop. The caller wakes the orders on hold. */
export async function saveMappings(
  ctx: { db: PrismaClient; clock: Clock; ids: Ids },
  shopId: ShopId,
  inputs: readonly MappingInput[],
): Promise<void> {
  const updatedAt = ctx.clock.now();
  const variantGids = inputs.map(({ variantGid }) => variantGid);
  await ctx.db.$transaction(async (tx) => {
    await tx.notPrinted.deleteMany({ where: { shopId, variantGid: { in: variantGids } } });
    for (const input of inputs) {
      await tx.mapping.upsert({
        where: { shopId_variantGid: { shopId, variantGid: input.variantGid } },
        create: { id: ctx.ids.uuid(), shopId, updatedAt, ...input },
        update: { ...input, updatedAt, variantFactsHash: null },
      });
    }
    await syncMappedVariants(tx, shopId, variantGids);
  });
}

/** Deletes the mappings of variants; returns how many there were. The caller wakes the affected orders. */
export async function removeMappings(
  ctx: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<number> {
  const { count } = await ctx.db.mapping.deleteMany({ where: { shopId, variantGid: { in: [...variantGids] } } });
  return count;
}
