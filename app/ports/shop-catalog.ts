import type { Gid } from "./gid.ts";

/**
 * A shop's products as Shopify has them. `shop` is a myshopify.com domain. Every call may throw the errors of
 * ./errors.ts.
 */
export interface ShopCatalog {
  /** One page by title, of products that match all words. A cursor is Shopify's and belongs to its list. */
  listProducts(shop: string, query: ProductQuery): Promise<ProductPage>;
  /** Products that are gone are left out. */
  readProducts(shop: string, productGids: readonly Gid<"Product">[]): Promise<ProductSummary[]>;
  /** With all of its variants; null when the shop has no such product. */
  readProduct(shop: string, productGid: Gid<"Product">): Promise<ProductWithVariants | null>;
  /** One page of all variants, by id. A cursor is Shopify's. */
  listVariants(shop: string, after: string | null): Promise<VariantPage>;
  countVariants(shop: string): Promise<number>;
  /** The product that a variant belongs to; null when the shop has no such variant. */
  productOfVariant(shop: string, variantGid: Gid<"ProductVariant">): Promise<Gid<"Product"> | null>;
}

export interface ProductQuery {
  searchText: string;
  first: number;
  /** At most one of both. */
  after: string | null;
  before: string | null;
}

export interface ProductPage {
  products: ProductSummary[];
  next: string | null;
  previous: string | null;
}

/** other: a status that Shopify has added later. */
export type ProductStatus = "active" | "draft" | "archived" | "unlisted" | "other";

export interface ProductSummary {
  gid: Gid<"Product">;
  title: string;
  giftCard: boolean;
  status: ProductStatus;
  imageUrl: string | null;
  variantCount: number;
}

export interface ProductWithVariants extends ProductSummary {
  variants: VariantDetails[];
}

export interface VariantFacts {
  gid: Gid<"ProductVariant">;
  title: string;
  /** The shop's own SKU, not that of the print service. */
  sku: string | null;
  /** Such as Size and M. */
  options: { name: string; value: string }[];
  /** Decimal string in the shop's currency. */
  price: string;
  /** In its product, from 1. */
  position: number;
  requiresShipping: boolean;
}

export interface VariantDetails extends VariantFacts {
  imageUrl: string | null;
}

/** What a variant's row in a list shows of its product. */
type ProductFacts = Pick<ProductSummary, "gid" | "title" | "status" | "giftCard">;

export interface ListedVariant extends VariantFacts {
  product: ProductFacts;
}

export interface VariantPage {
  variants: ListedVariant[];
  next: string | null;
}
