import type { BadgeProps } from "@shopify/polaris";
import type { ProductTab } from "../../catalog/products-query.ts";
import type { ProductRow } from "../../catalog/products-page.ts";
import type { ProductStatus } from "../../ports/shop-catalog.ts";

/** How Shopify's statuses of a product are shown, as in its own admin. */
export const STATUS_WORDS: Readonly<Record<ProductStatus, { label: string; tone: BadgeProps["tone"] }>> = {
  active: { label: "Active", tone: "success" },
  draft: { label: "Draft", tone: "info" },
  archived: { label: "Archived", tone: undefined },
  unlisted: { label: "Unlisted", tone: undefined },
  other: { label: "Other", tone: undefined },
};

export const TAB_WORDS: Readonly<Record<ProductTab, { label: string; search: string; none: string; hint: string }>> = {
  all: {
    label: "All products",
    search: "Search products",
    none: "No products yet",
    hint: "Products that you add in Shopify appear here.",
  },
  mapped: {
    label: "Mapped",
    search: "Search by SKU of the print service",
    none: "No product is mapped yet",
    hint: "Choose “Map products” to say what the print service prints for a product.",
  },
  waiting: {
    label: "Waiting for a mapping",
    search: "",
    none: "No order waits for a mapping",
    hint: "Variants that hold an order because they are not mapped appear here.",
  },
};

export interface Mapped {
  label: string;
  tone: BadgeProps["tone"];
  progress: BadgeProps["progress"];
}

/** How much of a product is mapped. `variants`: how many Shopify has; null where that is not known. */
export function mappedWords(mapped: number, variants: number | null): Mapped {
  if (mapped === 0) return { label: "Not mapped", tone: undefined, progress: "incomplete" };
  if (variants === null) return { label: `${mapped} mapped`, tone: undefined, progress: "complete" };
  // Mappings may be left of variants that Shopify has no more.
  if (mapped >= variants) {
    return { label: variants === 1 ? "Mapped" : `All ${variants} variants`, tone: "success", progress: "complete" };
  }
  return { label: `${mapped} of ${variants} variants`, tone: "attention", progress: "partiallyComplete" };
}

/** Which sides of the mapped variants have artwork: `Front and back`, `Front, back on 2 of 3`. */
export function artworkWords({ mapped, front, back }: Pick<ProductRow, "mapped" | "front" | "back">): string {
  const side = (name: string, count: number) => (count === mapped ? name : `${name} on ${count} of ${mapped}`);
  const sides = [
    ["front", front],
    ["back", back],
  ] as const;
  const there = sides.filter(([, count]) => count > 0).map(([name, count]) => side(name, count));
  if (mapped === 0) return "";
  const all = there.join(there.every((words) => !words.includes(" ")) ? " and " : ", ");
  return all === "" ? "None" : all.charAt(0).toUpperCase() + all.slice(1);
}
