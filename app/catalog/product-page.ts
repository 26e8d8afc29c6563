import type { Mapping, PrismaClient } from "@prisma/client";
import type { ProductSummary, ShopCatalog, VariantDetails } from "../ports/shop-catalog.ts";
import { nullOnRemoteError } from "./products-page.ts";
import { unsentOrders } from "./unmap-variant.ts";
import { readVariantsToMap } from "./variants-to-map.ts";
import type { Gid } from "../ports/gid.ts";

export type StoredMapping = Pick<
  Mapping,
  "itemSku" | "artworkFront" | "artworkBack" | "mockup" | "note" | "requiredSides"
>;

export interface ProductVariant {
  gid: string;
  /** null where Shopify could not be read, or has the variant no more. */
  shopify: Omit<VariantDetails, "gid"> | null;
  mapping: StoredMapping | null;
  /** Orders that are held until the variant is mapped. */
  heldOrders: number;
  /** Orders not sent yet that print it by its mapping: they are held once that is removed. */
  unsentOrders: number;
}

/** One product with its variants, those first that Shopify has, then others that are mapped, or that orders wait for. */
export interface ProductPage {
  gid: string;
  /** null where Shopify could not be read (`reachable` false), or has the product no more. */
  shopify: (Omit<ProductSummary, "gid"> & { giftCard: boolean }) | null;
  reachable: boolean;
  variants: ProductVariant[];
}

interface Context {
  db: PrismaClient;
  catalog: ShopCatalog;
}

/** One product of a shop with its mappings; null when neither Shopify nor we know it. */
export async function readProductPage(
  ctx: Context,
  shop: { id: string; domain: string },
  productGid: Gid<"Product">,
): Promise<ProductPage | null> {
  const mappings = await ctx.db.mapping.findMany({
    where: { shopId: shop.id, productGid },
    orderBy: { variantGid: "asc" },
  });
  const unmapped = (await readVariantsToMap(ctx, shop.id)).filter((one) => one.productGid === productGid);
  // A wrapping tells "gone" from "not read".
  const read = await nullOnRemoteError(
    ctx.catalog.readProduct(shop.domain, productGid).then((product) => ({ product })),
  );
  if (read && !read.product && mappings.length === 0 && unmapped.length === 0) return null;

  const inShopify = read?.product?.variants ?? [];
  const known = new Map(inShopify.map((variant) => [variant.gid, variant]));
  const mapped = new Map(mappings.map((row) => [row.variantGid, row]));
  const referencedGids = [...mappings, ...unmapped].flatMap((row) => row.variantGid ?? []);
  const otherGids = [...new Set(referencedGids)].filter((gid) => !known.has(gid));
  const unsentByVariant = await unsentOrders(ctx, shop.id, [...mapped.keys()]);
  const variantOf = (gid: string): ProductVariant => ({
    gid,
    shopify: known.get(gid) ?? null,
    mapping: toStoredMapping(mapped.get(gid)),
    heldOrders: unmapped.find((one) => one.variantGid === gid)?.orders ?? 0,
    unsentOrders: unsentByVariant.get(gid) ?? 0,
  });
  return {
    gid: productGid,
    shopify: read?.product ? toHead(read.product) : null,
    reachable: read !== null,
    variants: [...inShopify.map(({ gid }) => gid), ...otherGids].map(variantOf),
  };
}

function toHead({ title, status, imageUrl, variantCount, giftCard }: NonNullable<ProductPage["shopify"]>) {
  return { title, status, imageUrl, variantCount, giftCard };
}

function toStoredMapping(row: Mapping | undefined): StoredMapping | null {
  if (!row) return null;
  const { itemSku, artworkFront, artworkBack, mockup, note, requiredSides } = row;
  return { itemSku, artworkFront, artworkBack, mockup, note, requiredSides };
}
