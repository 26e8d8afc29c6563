import { z } from "zod";
import type { Mapping, PrismaClient, ProductVariant } from "../../prisma/client/client.ts";
import type { Gid } from "../ports/gid.ts";
import type { ShopId } from "../ports/ids.ts";
import { keyAmong } from "./same-options.ts";

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
