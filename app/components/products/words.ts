import type { BadgeProps } from "@shopify/polaris";
import type { ProductTab } from "../../catalog/products-query.ts";
import type { ProductRow } from "../../catalog/products-page.ts";
import type { ProductStatus } from "../../ports/shop-catalog.ts";

/** How Shopify's statuses of a product are shown, as in its own admin. */
export const STATUS_BADGES: Readonly<Record<ProductStatus, { label: string; tone: BadgeProps["tone"] }>> = {
  active: { label: "Active", tone: "success" },
  draft: { label: "Draft", tone: "info" },
  archived: { label: "Archived", tone: undefined },
  unlisted: { label: "Unlisted", tone: undefined },
  other: { label: "Other", tone: undefined },
};

export const TAB_COPY: Readonly<
  Record<ProductTab, { label: string; searchPlaceholder: string; empty: string; hint: string }>
> = {
  all: {
    label: "All products",
    searchPlaceholder: "Search products",
    empty: "No products yet",
    hint: "Products that you add in Shopify appear here.",
  },
  mapped: {
    label: "Mapped",
    searchPlaceholder: "Search by SKU of the print service",
    empty: "No product is mapped yet",
    hint: "Choose “Map products” to say what the print service prints for a product.",
  },
  waiting: {
    label: "Waiting for a mapping",
    searchPlaceholder: "",
    empty: "No order waits for a mapping",
    hint: "Variants that hold an order because they are not mapped appear here.",
  },
};

export interface MappedLabel {
  label: string;
  tone: BadgeProps["tone"];
  progress: BadgeProps["progress"];
}

/** How much of a product is mapped. `variants`: how many Shopify has; null where that is not known. */
export function mappedLabel(mapped: number, variants: number | null): MappedLabel {
  if (mapped === 0) return { label: "Not mapped", tone: undefined, progress: "incomplete" };
  if (variants === null) return { label: `${mapped} mapped`, tone: undefined, progress: "complete" };
  // Mappings may be left of variants that Shopify has no more.
  if (mapped >= variants) {
    return { label: variants === 1 ? "Mapped" : `All ${variants} variants`, tone: "success", progress: "complete" };
  }
  return { label: `${mapped} of ${variants} variants`, tone: "attention", progress: "partiallyComplete" };
}

/** Which sides of the mapped variants have artwork: `Front and back`, `Front, back on 2 of 3`. */
export function artworkText({ mapped, front, back }: Pick<ProductRow, "mapped" | "front" | "back">): string {
  const side = (name: string, count: number) => (count === mapped ? name : `${name} on ${count} of ${mapped}`);
  const sides = [
    ["front", front],
    ["back", back],
  ] as const;
  const present = sides.filter(([, count]) => count > 0).map(([name, count]) => side(name, count));
  if (mapped === 0) return "";
  const all = present.join(present.every((text) => !text.includes(" ")) ? " and " : ", ");
  return all === "" ? "None" : all.charAt(0).toUpperCase() + all.slice(1);
}
