import type { SkuHint } from "../../catalog/catalog-skus.ts";
import { formatNumber, pluralize } from "../common/format.ts";

/** Texts of choosing print SKUs from the print service's catalog. */
export const CATALOG_PICKER = {
  action: { catalog: "Choose from catalog", in_use: "Choose an SKU in use" },
  actionLabel: {
    catalog: (field: string) => `Choose from catalog for ${field}`,
    in_use: (field: string) => `Choose an SKU in use for ${field}`,
  },
  sources: { catalog: "Catalog", in_use: "SKUs in use" },
  search: "Search catalog",
  searchHelp: "Product, color, size, or SKU",
  searchInUse: "Search SKUs in use",
  color: "Color",
  size: "Size",
  any: "Any",
  inStock: "In stock only",
  loading: "Loading the catalog",
  failed: "The catalog can't be read right now.",
  gone: "This product is no longer in the catalog. Choose another one.",
  resource: { singular: "product", plural: "products" },
  variantResource: { singular: "variant", plural: "variants" },
  skuResource: { singular: "SKU", plural: "SKUs" },
  none: { title: "No products found", hint: "Try other words, or remove a filter." },
  noVariants: { title: "No variants found", hint: "Remove a filter." },
  noSkus: { title: "No SKUs found", hint: "SKUs of your mappings appear here." },
  about: (variants: number, colors: number, sizes: readonly string[]) =>
    [
      pluralize(variants, "variant"),
      ...(colors > 1 ? [pluralize(colors, "color")] : []),
      ...(sizes.length > 1 ? [`${sizes[0]} to ${sizes.at(-1)}`] : []),
    ].join(" · "),
  outOfStock: "Out of stock",
  noneInStock: "None in stock",
  back: "Back to products",
  pages: "Pages of products",
  firstOf: (shown: number, all: number) => `The first ${formatNumber(shown)} of ${pluralize(all, "variant")}`,
} as const;

/** Texts of matching variants with a catalog product. */
export const MATCHES = {
  title: (name: string) => `Matched with ${name}`,
  unsaved: (variants: number) =>
    `${pluralize(variants, "print SKU")} filled in. Save to keep ${variants === 1 ? "it" : "them"}.`,
  same: (variants: number) =>
    `${pluralize(variants, "variant")} already ${variants === 1 ? "has" : "have"} the matching print SKU.`,
  kept: (variants: number) =>
    `${pluralize(variants, "variant")} already ${variants === 1 ? "has" : "have"} another print SKU.`,
  replace: "Replace the SKUs that are there",
  missing: (variants: number) =>
    `${pluralize(variants, "variant")} ${variants === 1 ? "has" : "have"} a match and no print SKU.`,
  fillIn: "Fill in",
  // Of variants, or of combinations of options that several variants share.
  doubtful: (count: number) => `${formatNumber(count)} to choose yourself: the options don't say exactly which.`,
  suggestions: (variants: number) =>
    variants === 1 ? "Use the suggestion" : `Use ${formatNumber(variants)} suggestions`,
  next: "Go to next",
  open: "No match in this product:",
  more: (count: number) => `and ${formatNumber(count)} more`,
  choose: "Choose",
  choices: (name: string) => `Catalog variant for ${name}`,
  dismiss: "Close",
  bulk: {
    title: (variants: number) => `Map ${pluralize(variants, "variant")} from the catalog`,
    text: "Variants are matched with the catalog product by their options. You see what changes before anything is saved.",
    matched: (combinations: number) =>
      `${pluralize(combinations, "combination of options", "combinations of options")} matched`,
    replace: "Also replace print SKUs that are there",
  },
  fill: "Fill from catalog",
  use: (sku: string) => `Use ${sku}`,
} as const;

/** What the catalog says of a typed SKU. */
export function hintText(hint: SkuHint): string {
  switch (hint.kind) {
    case "unknown":
      return hint.nearest === null ? "Not in the catalog." : `Not in the catalog. Did you mean ${hint.nearest}?`;
    case "gone":
      return hint.nearest === null
        ? "No longer in the catalog."
        : `No longer in the catalog. ${hint.nearest} is the nearest.`;
    case "renamed":
      return `Renamed to ${hint.to}.`;
    case "out_of_stock":
      return "Out of stock.";
  }
}

/** The SKU that a hint offers in place of the typed one; null: none. */
export const offeredSku = (hint: SkuHint): string | null =>
  hint.kind === "renamed" ? hint.to : hint.kind === "out_of_stock" ? null : hint.nearest;
