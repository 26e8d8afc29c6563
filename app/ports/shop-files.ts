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
