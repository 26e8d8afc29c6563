import type { CatalogProblem } from "../../../prisma/client/client.ts";
import type { CatalogFindingKind, MendResult } from "../../catalog/catalog-findings.ts";
import type { CatalogTab, StockFilter } from "../../print-catalog/catalog-query.ts";
import { formatNumber, pluralize } from "../common/format.ts";

/** Texts of the catalog pages. */
export const CATALOG = {
  title: "Catalog",
  products: "Products",
  back: "Catalog",
  copiedAt: "Copied from the print service",
  uploadedAt: "Uploaded as a file",
  size: (products: number, variants: number) =>
    `${pluralize(products, "product")} with ${pluralize(variants, "variant")}.`,
  copyNow: "Copy again now",
  copyAsked: "The catalog is copied again",
  upload: "Upload catalog file",
  replace: "Replace file",
  remove: "Remove file",
  removed: "Catalog file removed",
  failed: "Inkbridge couldn't be reached. Try again in a moment.",
  removeDialog: {
    title: "Remove the catalog file?",
    text: "Products are no longer shown here, and Inkbridge no longer warns about their SKUs. Mappings and orders stay as they are.",
    action: "Remove file",
  },
  shared: "This also applies to the other stores with this print service account.",
  noAccount: {
    title: "Connect your print service to see its catalog",
    text: "Products, colors, sizes, and SKUs of the print service are shown here.",
    action: "Connect",
  },
  noFile: {
    title: "Upload your print service's catalog",
    text: "Your print service doesn't share its catalog with apps. Upload it once as a CSV file to look up SKUs here and to be warned about SKUs that changed.",
  },
  firstCopy: {
    title: "The catalog is being copied",
    text: (variants: number) => `${pluralize(variants, "variant")} so far. You can leave this page.`,
  },
  copying: (variants: number) => `Copying the catalog again: ${pluralize(variants, "variant")} read so far`,
  distrusted: {
    title: "The print service's catalog shrank",
    text: (now: number, before: number) =>
      `The last copy has ${pluralize(now, "variant")}, and the one before had ${formatNumber(before)}. Inkbridge keeps the former catalog until a copy of another night shows the same. If the print service did remove products, use the new catalog now.`,
    action: "Use this catalog",
    done: "The new catalog is used",
  },
  problemTitle: "The catalog couldn't be copied",
  tabs: {
    products: "Products",
    renamed: "New SKUs",
    gone: "Gone",
    out_of_stock: "Out of stock",
  } satisfies Record<CatalogTab, string>,
  search: "Search products, SKUs, colors, or sizes",
  color: "Color",
  anyColor: "Any color",
  sizeFilter: "Size",
  anySize: "Any size",
  stock: "Availability",
  anyStock: "Any availability",
  stockFilters: {
    in_stock: "In stock",
    out_of_stock: "Out of stock",
    gone: "No longer in the catalog",
  } satisfies Record<StockFilter, string>,
  resource: { singular: "product", plural: "products" },
  headings: ["Picture", "Product", "Colors", "Sizes", "Variants", "Cost from", "Availability"],
  pages: "Pages of products",
  noResults: { title: "No products found", hint: "Try another search, or fewer filters." },
  variantCount: (variants: number) => pluralize(variants, "variant"),
  costFrom: "Cost from",
  moreColors: (count: number) => `and ${formatNumber(count)} more`,
  unknownCost: "Not known",
  gone: "No longer in the catalog",
  inStock: "In stock",
  outOfStock: "Out of stock",
  partly: (inStock: number, variants: number) => `${formatNumber(inStock)} of ${formatNumber(variants)} in stock`,
  variants: {
    title: "Variants",
    resource: { singular: "variant", plural: "variants" },
    headings: ["SKU", "Variant", "Cost", "Made in", "Availability"],
    areas: "Print areas",
    pages: "Pages of variants",
    old: (skus: readonly string[]) => `Earlier: ${skus.join(", ")}`,
    none: { title: "No variants", hint: "The catalog has no variants of this product." },
  },
  findings: {
    resource: { singular: "SKU", plural: "SKUs" },
    headings: {
      renamed: ["Mapped SKU", "Used by", "In the catalog", "New SKU", "Action"],
      gone: ["Mapped SKU", "Used by", "In the catalog", "Nearest in stock", "Action"],
      out_of_stock: ["Mapped SKU", "Used by", "In the catalog", "Nearest in stock", "Action"],
    } satisfies Record<CatalogFindingKind, string[]>,
    intro: {
      renamed: "The print service gave these SKUs new names. Change your mappings before it stops taking the old ones.",
      gone: "The catalog no longer has these SKUs. Orders for them may be refused. Map another SKU, or stop selling the variants.",
      out_of_stock:
        "The print service can't make these at the moment. Map another SKU, or stop selling the variants for now.",
    } satisfies Record<CatalogFindingKind, string>,
    empty: {
      renamed: { title: "No new SKUs", hint: "Every mapped SKU is spelled as in the catalog." },
      gone: { title: "Nothing is gone", hint: "The catalog still has every mapped SKU that it had before." },
      out_of_stock: { title: "Everything is in stock", hint: "No mapped SKU is out of stock." },
    } satisfies Record<CatalogFindingKind, { title: string; hint: string }>,
    usedBy: (variants: number) => pluralize(variants, "variant"),
    first: (shown: number, count: number) =>
      `The first ${formatNumber(shown)} of ${formatNumber(count)}, those of most variants first.`,
    noSubstitute: "None in stock",
    mend: "Change mappings",
    mendLabel: (from: string, to: string) => `Change mappings from ${from} to ${to}`,
    mendAll: (count: number) => `Change all ${formatNumber(count)} SKUs`,
    open: "View variants",
    openLabel: (sku: string) => `View variants mapped to ${sku}`,
    mended: (result: MendResult) => mendedText(result),
  },
} as const;

function mendedText({ saved, failed, left }: MendResult): string {
  const parts = [
    `${pluralize(saved, "mapping")} changed`,
    ...(failed > 0
      ? [
          `${pluralize(failed, "mapping")} not changed: the print service refused the new SKU, or someone else changed the variant`,
        ]
      : []),
    ...(left > 0 ? [`${pluralize(left, "mapping")} left: change them again`] : []),
  ];
  return `${parts.join(". ")}.`;
}

/** Why the last copy ended before its end. */
export const CATALOG_PROBLEMS: Readonly<Record<CatalogProblem, string>> = {
  unavailable:
    "The print service didn't answer. Inkbridge tries again tonight. The catalog that is shown is the one before.",
  too_large: "The catalog is larger than Inkbridge copies. The catalog that is shown is the one before.",
  too_slow:
    "The print service answered too slowly. Inkbridge tries again tonight. The catalog that is shown is the one before.",
};
