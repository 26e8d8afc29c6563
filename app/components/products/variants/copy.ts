import type { BulkEditOutcome } from "../../../../prisma/client/client.ts";
import type { BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import type { BulkEditView } from "../../../catalog/bulk-edit/bulk-edit.ts";
import type { VariantRow } from "../../../catalog/variants/read-variants-page.ts";
import type { VariantView } from "../../../catalog/variants/variants-query.ts";
import { REQUEST_FAILED } from "../../common/copy.ts";
import { formatNumber, pluralize } from "../../common/format.ts";
import type { LabelCopy } from "../../common/labels.ts";
import { waitingOrdersMessage, shownTitle } from "../copy.ts";

/** Texts of the variants page. */
export const COPY = {
  title: "Variants",
  products: "Products",
  search: "Search products, variants, and SKUs",
  pages: "Pages of variants",
  resource: { singular: "variant", plural: "variants" },
  headings: ["Variant", "SKU", "Mapping", "Print SKU", "Artwork link"],
  total: (variants: number) => pluralize(variants, "variant"),
  allSelected: (variants: number) => `All ${pluralize(variants, "variant")} selected`,
  sku: (sku: string) => `SKU ${sku}`,
  select: (name: string) => `Select ${name}`,
  noResults: { title: "No variants found", hint: "Try changing the view or your search." },
  noneRead: { title: "No variants here yet", hint: "Inkbridge is still reading your products from Shopify." },
  reading: {
    title: "Reading your products from Shopify",
    text: (seen: number, total: number) =>
      total === 0
        ? "Your variants appear here in a moment."
        : `${formatNumber(seen)} of ${pluralize(total, "variant")} read so far.`,
  },
  empty: {
    title: "Map your variants here",
    text: "Add products in Shopify. Their variants appear here, ready for a print SKU and artwork.",
    action: "Add product",
  },
  fields: {
    printSku: (name: string) => `Print SKU of ${name}`,
    artworkFront: (name: string) => `Front artwork of ${name}`,
    artworkBack: (name: string) => `Back artwork of ${name}`,
    back: "Back artwork",
  },
  bulk: {
    failed: REQUEST_FAILED,
    progress: (done: number, total: number) =>
      `${formatNumber(done)} of ${pluralize(total, "variant")} done. You can leave this page.`,
    done: (variants: number) => `${pluralize(variants, "variant")} changed`,
    stop: "Stop",
    stopping: "Stopping",
    stopped: (variants: number) =>
      `The bulk edit was stopped. ${pluralize(variants, "variant")} ${variants === 1 ? "stays as it was" : "stay as they were"}.`,
    ownSkus: "Use Shopify SKUs",
    woken: (orders: number) =>
      orders > 0 ? waitingOrdersMessage(orders) : "No waiting order has an item of these products.",
  },
} as const;

export const VIEW_COPY: Readonly<Record<VariantView, { label: string; empty: string; hint: string }>> = {
  all: { label: "All", empty: "No variants yet", hint: "Variants you add in Shopify appear here." },
  unmapped: {
    label: "Not mapped",
    empty: "Every variant has a mapping or is marked as never printed",
    hint: "Variants you add in Shopify appear here until you map them.",
  },
  partly_mapped: {
    label: "Partly mapped products",
    empty: "No product is partly mapped",
    hint: "Variants without a mapping appear here when another variant of their product is mapped. Their orders are held.",
  },
  sold: {
    label: "Sold, not mapped",
    empty: "No unmapped variants sold in the last 30 days",
    hint: "Variants that your customers order and that aren't mapped appear here.",
  },
  broken: {
    label: "Broken artwork or SKU",
    empty: "No broken artwork or print SKUs",
    hint: "Mapped variants appear here when their artwork can't be read or the print service rejects their SKU.",
  },
  file_unreadable: {
    label: "Broken artwork files",
    empty: "No broken artwork files",
    hint: "Mapped variants appear here when the last check couldn't open their artwork file. Their orders are held.",
  },
  changed: {
    label: "Changed since mapping",
    empty: "No variants changed since they were mapped",
    hint: "Mapped variants appear here when their title, SKU, or options change in Shopify, or when their artwork file is replaced.",
  },
  file_replaced: {
    label: "Artwork replaced",
    empty: "No artwork file was replaced",
    hint: "Mapped variants appear here when the file at their artwork link is replaced, until you use the new file.",
  },
  not_printed: {
    label: "Never printed",
    empty: "No variants marked as never printed",
    hint: "Variants that you never print appear here when you mark them.",
  },
};

/** The actions for many variants: in the menu, and while they run. */
export const BULK_LABELS: Readonly<Record<BulkActionKind, { label: string; working: string }>> = {
  set_sku: { label: "Set print SKU", working: "Setting the print SKU" },
  set_artwork: { label: "Set artwork", working: "Setting artwork" },
  confirm_mapping: { label: "Keep mapping", working: "Keeping mappings" },
  use_new_files: { label: "Use new files", working: "Using new files" },
  mark_not_printed: { label: "Never print", working: "Marking variants as never printed" },
  allow_printing: { label: "Allow printing", working: "Allowing printing" },
  map_by_rule: { label: "Map with a rule", working: "Mapping variants with a rule" },
  remove_mapping: { label: "Remove mapping", working: "Removing mappings" },
};

type Skipped = Exclude<BulkEditOutcome, "pending" | "changed">;

/** Why variants of a bulk edit stayed as they were. */
const SKIPPED: Readonly<Record<Skipped, (variants: number) => string>> = {
  not_mapped: (variants) => `${pluralize(variants, "variant")} skipped: not mapped.`,
  mapped: (variants) => `${pluralize(variants, "variant")} skipped: already mapped. Remove the mapping first.`,
  product_marked: (variants) =>
    `${pluralize(variants, "variant")} skipped: the whole product is never printed. Allow printing on the product's page.`,
  unchanged: (variants) => `${pluralize(variants, "variant")} skipped: nothing to change.`,
  no_value: (variants) => `${pluralize(variants, "variant")} skipped: no value in the rule.`,
  not_printed: (variants) => `${pluralize(variants, "variant")} skipped: marked as never printed.`,
  not_printable: (variants) => `${pluralize(variants, "variant")} skipped: not a printed item.`,
  rejected: (variants) => `${pluralize(variants, "variant")} skipped: SKU rejected by the print service.`,
  outdated: (variants) =>
    `${pluralize(variants, "variant")} skipped: changed in the meantime. Review the latest changes.`,
};

/** What became of the variants that a bulk edit did not change. */
export const skippedTexts = (variants: Partial<Record<Skipped, number>>): string[] =>
  (Object.keys(SKIPPED) as Skipped[]).flatMap((why) => {
    const count = variants[why] ?? 0;
    return count > 0 ? [SKIPPED[why](count)] : [];
  });

/** The result of a finished bulk edit, after its title. */
export function bulkResult({ variants, stopped, wokenOrders }: BulkEditView): string {
  const ended = stopped ? [COPY.bulk.stopped(variants.pending)] : [];
  return [...ended, ...skippedTexts(variants), COPY.bulk.woken(wokenOrders)].join(" ");
}

/** The badges of a variant in the list. */
export function variantBadges(row: VariantRow): LabelCopy[] {
  const badges: LabelCopy[] = [mappingBadge(row)];
  if (row.artworkBroken) badges.push({ label: "Broken artwork", tone: "critical" });
  if (row.artworkFindings.some(({ newFile }) => newFile !== null))
    badges.push({ label: "Artwork replaced", tone: "warning" });
  if (row.skuRejected) badges.push({ label: "Print SKU rejected", tone: "critical" });
  if (!row.inShopify) badges.push({ label: "Deleted in Shopify", tone: "warning" });
  else if (row.variantChange) badges.push({ label: "Changed in Shopify", tone: "warning" });
  return badges;
}

function mappingBadge({ mapping, mark, printable, artworkBroken, skuRejected }: VariantRow): LabelCopy {
  if (!printable) return { label: "Not a printed item", tone: undefined };
  if (mapping)
    return { label: "Mapped", tone: artworkBroken || skuRejected ? undefined : "success", progress: "complete" };
  if (mark === "product") return { label: "Product never printed", tone: undefined, progress: "complete" };
  if (mark === "variant") return { label: "Never printed", tone: undefined, progress: "complete" };
  return { label: "Not mapped", tone: undefined, progress: "incomplete" };
}

/** A variant's title; a product without variants has Shopify's "Default Title". */
export const variantTitle = ({ title }: VariantRow): string => shownTitle(title);

/** What screen readers call a variant. */
export const variantName = (row: VariantRow): string => `${row.productTitle}, ${variantTitle(row)}`;
