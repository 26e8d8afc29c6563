import { z } from "zod";
import type { Prisma, PrismaClient } from "../../prisma/client/client.ts";
import { parseArtworkLink } from "../artwork/artwork-link.ts";
import { labelText } from "../common/clean-text.ts";
import { atMost } from "../common/text-limit.ts";
import { withScheme } from "../common/web-link.ts";
import type { Gid } from "../ports/gid.ts";
import { gidSchema } from "../ports/gid-schema.ts";
import type { ShopId } from "../ports/ids.ts";
import { MAX_SKU_LENGTH } from "./field-problems.ts";
import { lockMappedVariants } from "./mapped-variants.ts";
import { PRINT_SIDES } from "../ports/order-model.ts";

const link = z
  .string()
  .trim()
  .overwrite(withScheme)
  .max(2048)
  .refine((text) => text === "" || parseArtworkLink(text).ok, "is no public web address of an image");

/** One mapping as input: the print SKU and the artwork of a variant. */
export const mappingInput = z.object({
  productGid: gidSchema("Product", "is no product of Shopify"),
  variantGid: gidSchema("ProductVariant", "is no variant of Shopify"),
  itemSku: z.string().overwrite(labelText).min(1, "is missing").superRefine(atMost(MAX_SKU_LENGTH)),
  artworkFront: link.default(""),
  artworkBack: link.default(""),
  mockup: link.default(""),
  note: z.string().trim().superRefine(atMost(1000)).default(""),
  requiredSides: z.array(z.enum(PRINT_SIDES)).default(["front"]),
});

export type MappingInput = z.infer<typeof mappingInput>;

/** Whether no variant is named twice: of two rows of one variant, a save could keep only one. */
export const namesEachOnce = (rows: readonly Pick<MappingInput, "variantGid">[]): boolean =>
  new Set(rows.map(({ variantGid }) => variantGid)).size === rows.length;

/** Deletes the mappings of variants; returns how many there were. The caller wakes the affected orders. */
export async function removeMappings(
  ctx: { db: PrismaClient },
  shopId: ShopId,
  variantGids: readonly Gid<"ProductVariant">[],
): Promise<number> {
  const { count } = await ctx.db.mapping.deleteMany({ where: { shopId, variantGid: { in: [...variantGids] } } });
  return count;
}

/** The data of the shop is erased, or is being erased. */
export class ErasedShop extends Error {
  override name = "ErasedShop";
}

/**
 * To be taken before mappings are saved. Until the transaction ends, nobody begins to erase the shop's data: a worker that saves
 * mappings would leave some of them behind. @throws ErasedShop
 */
export async function lockToSaveMappings(tx: Prisma.TransactionClient, shopId: ShopId): Promise<void> {
  const rows = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM "Shop" WHERE "id" = ${shopId}::uuid AND "redactedAt" IS NULL FOR SHARE`;
  if (rows.length === 0) throw new ErasedShop();
  await lockMappedVariants(tx, shopId, "mappings");
}
