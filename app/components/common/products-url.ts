import type { AttentionCode } from "../../orders/core/attention.ts";

const VIEWS: Partial<Record<AttentionCode, string>> = {
  artwork_changed: "/app/products/variants?view=file_replaced",
  artwork_unreadable: "/app/products/variants?view=broken",
};

/** Where the mappings behind a reason are fixed, unless it names one. */
export const productsUrl = (code: AttentionCode): string => VIEWS[code] ?? "/app/products";
