import type { PrismaClient } from "../../prisma/client/client.ts";
import type { Sql } from "../database/sql.ts";
import { checkMappings, type MappingCheck } from "./check-mappings.ts";
import { readFindingsOf, type ArtworkFinding } from "../print-files/findings.ts";
import type { CatalogContext, ProductReadContext } from "./context.ts";
import type { OrdersContext } from "../orders/core/context.ts";
import type { PricingShop } from "../quotes/price-basket.ts";
import type { FieldProblems } from "./field-problems.ts";
import type { StoredMapping } from "./stored-mapping.ts";
import { readVariantsToMap } from "./variants-to-map.ts";
import { RemoteError } from "../ports/errors.ts";
import type { Gid } from "../ports/gid.ts";
import type { ArtworkSide } from "../ports/order-model.ts";
import { ARTWORK_SIDES, linkOf } from "../ports/sides.ts";
import type { ShopId } from "../ports/ids.ts";

/** The mapping of one variant, read without Shopify. */
export interface VariantSummary {
  mapping: StoredMapping | null;
  /** null when neither a mapping nor an order names the product. */
  productGid: Gid<"Product"> | null;
  /** The number of orders on hold until the variant is mapped. */
  heldOrders: number;
  /** What the last checks of the mapping's print files found. */
  findings: ArtworkFinding[];
  /** Staff said that the variant is never printed, or its product where an order on hold names that. */
  notPrinted: boolean;
}

/** The summary of a variant. An unknown variant has no mapping. */
export async function readVariantSummary(
  ctx: { db: PrismaClient; sql: Sql },
  shopId: ShopId,
  variantGid: Gid<"ProductVariant">,
): Promise<VariantSummary> {
  const row = await ctx.db.mapping.findUnique({ where: { shopId_variantGid: { shopId, variantGid } } });
  if (row) {
    const findingsOf = await readFindingsOf(ctx, shopId, [row]);
    return { mapping: row, productGid: row.productGid, heldOrders: 0, findings: findingsOf(row), notPrinted: false };
  }
  const unmapped = (await readVariantsToMap(ctx, shopId)).find((one) => one.variantGid === variantGid);
  const ofProduct = unmapped?.productGid ? [{ productGid: unmapped.productGid, variantGid: "" as const }] : [];
  const mark = await ctx.db.notPrinted.findFirst({ where: { shopId, OR: [{ variantGid }, ...ofProduct] } });
  return {
    mapping: null,
    productGid: unmapped?.productGid ?? mark?.productGid ?? null,
    heldOrders: unmapped?.orders ?? 0,
    findings: [],
    notPrinted: mark !== null,
  };
}

/** The product of a variant that neither a mapping nor an order names, as Shopify says; null where that is not known. */
export async function findProduct(
  ctx: Pick<ProductReadContext, "catalog"> & Pick<OrdersContext, "log">,
  domain: string,
  variantGid: Gid<"ProductVariant">,
): Promise<Gid<"Product"> | null> {
  try {
    return await ctx.catalog.productOfVariant(domain, variantGid);
  } catch (error) {
    if (!(error instanceof RemoteError)) throw error;
    ctx.log.warn({ error: error.name }, "product of a variant not readable");
    return null;
  }
}

/** The required sides without artwork. */
export const missingSides = (mapping: StoredMapping): ArtworkSide[] =>
  ARTWORK_SIDES.filter((side) => mapping.requiredSides.includes(side) && linkOf(mapping, side) === "");

/** Checks SKU and links as if the mapping were new; null without a mapping. */
export async function checkVariant(
  ctx: Pick<CatalogContext, "db" | "sql" | "printService" | "artwork" | "clock">,
  shop: { id: ShopId } & PricingShop,
  variantGid: Gid<"ProductVariant">,
): Promise<{ mapping: StoredMapping; problems: FieldProblems; priced: MappingCheck["priced"] } | null> {
  const row = await ctx.db.mapping.findUnique({ where: { shopId_variantGid: { shopId: shop.id, variantGid } } });
  if (!row) return null;
  const [checked] = await checkMappings(ctx, shop, [{ input: row, stored: undefined }]);
  return { mapping: row, problems: checked?.problems ?? {}, priced: checked?.priced ?? null };
}
