import type { CheckedOrder } from "../../dry-run/read-orders.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { SETTINGS_LINKS } from "../common/settings-links.ts";
import { COPY } from "./copy.ts";

const text = COPY.table;

/** Where the first reason is fixed that a page of the app fixes; null where only the order itself can be. */
export function fixOf(row: Pick<CheckedOrder, "reasons" | "productId" | "variantId">) {
  for (const code of row.reasons) {
    const { fixedIn } = ATTENTION[code];
    if (fixedIn === "products") return { label: text.mapVariant, url: mappingUrl(row) };
    if (fixedIn && fixedIn !== "shopify") return { label: text.settings, url: SETTINGS_LINKS[fixedIn] };
  }
  return null;
}

const mappingUrl = ({ productId, variantId }: Pick<CheckedOrder, "productId" | "variantId">): string =>
  productId === null ? "/app/products" : `/app/products/${productId}${variantId ? `?variant=${variantId}` : ""}`;
