import type { Mapping, NotPrinted } from "../../../prisma/client/client.ts";
import type { Tx } from "../../database/transaction.ts";
import type { ShopId } from "../../ports/ids.ts";
import type { LineSnapshot, MappingRule } from "../../ports/order-model.ts";
import type { MappingLookup } from "./eligibility.ts";
import type { Gid } from "../../ports/gid.ts";

/** The shop's mappings that an order's lines may need. */
export async function readMappings(tx: Tx, shopId: ShopId, lines: readonly LineSnapshot[]): Promise<MappingLookup> {
  const variants = lines.flatMap((l) => (l.variantGid ? [l.variantGid] : []));
  const products = lines.flatMap((l) => (l.productGid ? [l.productGid] : []));
  const rows = await tx.mapping.findMany({
    where: { shopId, OR: [{ variantGid: { in: variants } }, { productGid: { in: products } }] },
  });
  return toMappingLookup(rows, await tx.notPrinted.findMany({ where: { shopId, productGid: { in: products } } }));
}

export type MappingRow = MappingRule & Pick<Mapping, "productGid" | "variantGid">;
export type NotPrintedRow = Pick<NotPrinted, "productGid" | "variantGid">;

export function toMappingLookup(rows: readonly MappingRow[], notPrinted: readonly NotPrintedRow[]): MappingLookup {
  const byVariant = new Map(rows.map((row) => [row.variantGid, row]));
  const byProduct = new Set(rows.map((row) => row.productGid));
  const marked = new Set<Gid | "">(notPrinted.map(({ productGid, variantGid }) => variantGid || productGid));
  return {
    byVariant: (gid) => byVariant.get(gid),
    hasProduct: (gid) => byProduct.has(gid),
    isNotPrinted: ({ productGid, variantGid }) => marked.has(productGid ?? "") || marked.has(variantGid ?? ""),
  };
}
