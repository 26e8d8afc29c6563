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
  /** How many variants the shop has, and its time zone (IANA): no webhook tells of a new one. */
  readShopFacts(shop: string): Promise<{ variants: number; timezone: string }>;
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

/** Shopify lists a shop's files only with this scope, which is optional. */
export const READ_FILES_SCOPE = "read_files";

/** A file in a shop's admin (Content > Files) that can be printed: an image or a PDF. */
export interface ShopFile {
  gid: string;
  name: string;
  /** Public, at Shopify's CDN. */
  link: string;
  /** null for a PDF. */
  pixels: { width: number; height: number } | null;
  thumbnailUrl: string | null;
}

export interface ShopFilePage {
  files: ShopFile[];
  /** Shopify's cursor; null for the last page. */
  next: string | null;
}

/** A shop's files as Shopify has them. `shop` is a myshopify.com domain. Every call may throw the errors of ./errors.ts. */
export interface ShopFiles {
  /**
   * One page of files that match all words, newest first. Files that Shopify is still processing or could not process,
   * and files of other types, are left out: a page may be shorter than others, or empty.
   */
  listFiles(shop: string, query: { searchText: string; after: string | null }): Promise<ShopFilePage>;
}

/** Shopify takes files of apps only with this scope, which is optional. Reading files is included. */
export const WRITE_FILES_SCOPE = "write_files";

/** shopify: stagedUploadsCreate. Where browsers send files, before Shopify takes them over. */
export const STAGED_UPLOADS_ORIGIN = "https://shopify-staged-uploads.storage.googleapis.com";

/** What can be printed, with its file endings. */
export const UPLOAD_TYPES = {
  "image/png": [".png"],
  "image/jpeg": [".jpg", ".jpeg"],
  "image/webp": [".webp"],
  "application/pdf": [".pdf"],
} as const;
export type UploadType = keyof typeof UPLOAD_TYPES;

/** shopify: a file has at most 20 MB, an image 25 megapixels. */
export const UPLOAD_MAX_BYTES = 20_000_000;
export const UPLOAD_MAX_PIXELS = 25_000_000;

export interface NewFile {
  name: string;
  type: UploadType;
}

/** Where a browser sends a file: a form with these fields, and the file as its last one. */
export interface UploadTarget {
  url: string;
  fields: { name: string; value: string }[];
  /** The address that Shopify takes the file from afterwards. */
  source: string;
}

/** A file on its way into a shop's files. `code`: Shopify's, `message`: Shopify's words. */
export type UploadedFile =
  { state: "processing" } | { state: "ready"; link: string } | { state: "failed"; code: string; message: string };

/** Print files that Inkbridge itself adds to a shop's files. Every call may throw the errors of ./errors.ts. */
export interface HostedFiles {
  /** Returns the file's gid; null: the shop has a file of this name, and no second one is added. */
  add(shop: string, file: { name: string; bytes: Uint8Array }): Promise<string | null>;
  /** The gids of files of this name. A file that was just added may be missing. */
  find(shop: string, name: string): Promise<string[]>;
  read(shop: string, gid: string): Promise<UploadedFile>;
  /** Files that are gone already are none of its business. */
  remove(shop: string, gids: readonly string[]): Promise<void>;
}

/** Adds files to a shop's admin (Content > Files). `shop` is a myshopify.com domain. Every call may throw the errors of ./errors.ts. */
export interface FileUploads {
  /** A target for one file of so many bytes. */
  createTarget(shop: string, file: NewFile & { bytes: number }): Promise<UploadTarget>;
  /** Lets Shopify take over what a browser sent. Returns the file's gid. */
  createFile(shop: string, file: NewFile & { source: string }): Promise<string>;
  readFile(shop: string, gid: string): Promise<UploadedFile>;
}
