import { z } from "zod";
import type { Mapping, PrismaClient, ProductVariant } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { keyAmong } from "./options.ts";
import { holdsFixedIn } from "../orders/core/attention.ts";
import { commitThenWake, wakeHeld } from "../orders/receive/wake-orders.ts";
import type { CatalogContext } from "./context.ts";
import { lockMappedVariants, MAPPED_FACTS } from "./variant-copy.ts";
import { mappingInput, unmapVariant, unsentOrders } from "./mappings.ts";
import type { NoteAction } from "../shops/staff-actions.ts";
import { saveAndWake } from "./save-shown-mappings.ts";
import type { ShownVariant } from "./stored-mapping.ts";

const optionsSchema = z.array(z.object({ name: z.string(), value: z.string() })).catch([]);

/** What a variant is like in Shopify. */
export interface VariantFacts {
  title: string;
  sku: string | null;
  options: z.infer<typeof optionsSchema>;
}

/** What became of a mapped variant in Shopify; see VariantChange. */
export type MappedVariantChange =
  | {
      kind: "deleted";
      was: VariantFacts;
      /** A variant of the product without a mapping that has the same value of each option. */
      replacement: { gid: Gid<"ProductVariant">; title: string } | null;
    }
  | {
      kind: "options" | "details";
      was: VariantFacts;
      now: VariantFacts;
      /** Stands for `now`: what staff looked at when they keep the mapping. */
      factsHash: string;
    };

/** The changes of a product's mapped variants. A variant that is as staff mapped it has none. */
export async function readVariantChanges(
  { db }: { db: PrismaClient },
  shopId: ShopId,
  productGid: Gid<"Product">,
): Promise<Map<Gid<"ProductVariant">, MappedVariantChange>> {
  const mappings = await db.mapping.findMany({ where: { shopId, productGid } });
  if (mappings.every(({ variantChange }) => variantChange === null)) return new Map();
  const variants = await db.productVariant.findMany({ where: { shopId, productGid }, orderBy: { position: "asc" } });
  const mapped = new Set(mappings.map(({ variantGid }) => variantGid));
  const free = variants.filter(({ variantGid, deletedAt }) => deletedAt === null && !mapped.has(variantGid));
  return new Map(
    mappings.flatMap((mapping) => {
      const variant = variants.find(({ variantGid }) => variantGid === mapping.variantGid);
      const change = variant && toChange(mapping, variant, free);
      return change ? [[mapping.variantGid, change] as const] : [];
    }),
  );
}

function toChange(
  mapping: Mapping,
  variant: ProductVariant,
  free: readonly ProductVariant[],
): MappedVariantChange | null {
  const { variantChange: kind, mappedTitle, mappedSku, mappedOptionNames, mappedOptionValues } = mapping;
  if (kind === null) return null;
  const options = mappedOptionValues.map((value, at) => ({ name: mappedOptionNames[at] ?? "", value }));
  const was = { title: mappedTitle ?? "", sku: mappedSku, options };
  if (kind !== "deleted") return { kind, was, now: factsOf(variant), factsHash: variant.factsHash };
  const facts = free.map(factsOf);
  const key = keyAmong(facts, was);
  const same = free[facts.findIndex((one) => key(one) === key(was))];
  return { kind, was, replacement: same ? { gid: same.variantGid, title: same.title } : null };
}

const factsOf = ({ title, sku, options }: ProductVariant): VariantFacts => ({
  title,
  sku,
  options: optionsSchema.parse(options),
});

/** The number of a shop's mappings by what became of their variant. */
export async function countVariantChanges(
  { db }: { db: PrismaClient },
  shopId: ShopId,
): Promise<{ changed: number; deleted: number }> {
  const rows = await db.mapping.groupBy({
    by: ["variantChange"],
    where: { shopId, variantChange: { not: null } },
    _count: true,
  });
  const count = (isCounted: (kind: Mapping["variantChange"]) => boolean) =>
    rows.filter(({ variantChange }) => isCounted(variantChange)).reduce((sum, { _count }) => sum + _count, 0);
  return { changed: count((kind) => kind !== "deleted"), deleted: count((kind) => kind === "deleted") };
}

/**
 * Staff say that a mapping still fits its changed variant: the orders that wait for that continue. `factsHash`: of the variant
 * as staff saw it; false: it was changed again since, or deleted.
 */
export async function keepMapping(
  ctx: Pick<CatalogContext, "db" | "clock" | "wake">,
  shopId: ShopId,
  { variantGid, factsHash }: { variantGid: Gid<"ProductVariant">; factsHash: string },
  note?: NoteAction,
): Promise<boolean> {
  return commitThenWake(ctx, async (inTransaction) => {
    await lockMappedVariants(inTransaction.db, shopId, "mappings");
    const kept = await inTransaction.db.$executeRaw`
      UPDATE "Mapping" m SET ${MAPPED_FACTS}, "variantChange" = NULL FROM "ProductVariant" v
      WHERE m."shopId" = ${shopId}::uuid AND m."variantGid" = ${variantGid} AND v."shopId" = m."shopId"
        AND v."variantGid" = m."variantGid" AND v."deletedAt" IS NULL AND v."factsHash" = ${factsHash}`;
    if (kept === 0) return false;
    await note?.(inTransaction.db, "mappings_saved");
    await wakeHeld(inTransaction, shopId, holdsFixedIn("products"));
    return true;
  });
}

/** The replacement, whether or not staff marked it as never printed. */
const UNMAPPED: ShownVariant = { mapping: null, notPrinted: true };

/**
 * Gives the mapping of a deleted variant to the variant that replaced it, and rechecks the orders on hold for one. Orders
 * that were not sent yet still print as the old mapping says: it stays while there are any.
 * @returns null when nothing replaced the variant, or staff mapped that one meanwhile
 */
export async function moveMapping(
  ctx: CatalogContext,
  shopId: ShopId,
  from: { productGid: Gid<"Product">; variantGid: Gid<"ProductVariant"> },
  note?: NoteAction,
): Promise<{ variantGid: Gid<"ProductVariant">; kept: boolean } | null> {
  const change = (await readVariantChanges(ctx, shopId, from.productGid)).get(from.variantGid);
  if (change?.kind !== "deleted" || !change.replacement) return null;
  const variantGid = change.replacement.gid;
  const stored = await ctx.db.mapping.findUniqueOrThrow({
    where: { shopId_variantGid: { shopId, variantGid: from.variantGid } },
  });
  const input = mappingInput.parse({ ...stored, variantGid });
  const { outdated } = await saveAndWake(ctx, shopId, [{ input, shown: UNMAPPED }], note);
  if (outdated.size > 0) return null;
  const unsent = await unsentOrders(ctx, shopId, [from.variantGid]);
  if (unsent.size > 0) return { variantGid, kept: true };
  await unmapVariant(ctx, shopId, from.variantGid);
  return { variantGid, kept: false };
}
