import { NEEDS_MAPPING, type AttentionCode } from "../../orders/core/attention.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";

export interface FixLink {
  label: string;
  url: string;
  /** Leads out of the app's frame. */
  external: boolean;
}

type FixLocation = "settings" | "product" | "shopify";

/** Where a reason is mended, if not by an act. */
const FIX_LOCATIONS: Partial<Record<AttentionCode, FixLocation>> = {
  no_print_account: "settings",
  print_account_rejected: "settings",
  updates_stopped: "settings",
  provider_unreadable: "settings",
  contact_missing: "settings",
  margin_low: "settings",
  unmapped_line: "product",
  mapping_removed: "product",
  product_deleted: "product",
  line_changed: "shopify",
  artwork_missing: "product",
  artwork_unreadable: "product",
  rejected: "product",
  payment_pending: "shopify",
  risk_high: "shopify",
  address_missing: "shopify",
  address_incomplete: "shopify",
  country_unknown: "shopify",
  held_in_shopify: "shopify",
  order_not_found: "shopify",
  order_unreadable: "shopify",
  personal_data_erased: "shopify",
  personalization_review: "shopify",
  address_not_verified: "shopify",
  address_changed_after_sent: "shopify",
  tracking_unmatched: "shopify",
  fulfillment_rejected: "shopify",
  fulfillment_blocked: "shopify",
};

/** The way to where a reason is mended; null where nothing but an act, or time, mends it. */
export function fixLink(reason: Pick<ReasonView, "code" | "productId">, orderNumber: string): FixLink | null {
  switch (FIX_LOCATIONS[reason.code]) {
    case "settings":
      return { label: "Open settings", url: "/app/settings", external: false };
    case "product":
      return {
        label:
          reason.productId === null
            ? "Open products"
            : (NEEDS_MAPPING as readonly string[]).includes(reason.code)
              ? "Map the product"
              : "Open the mapping",
        url: reason.productId ? `/app/products/${reason.productId}` : "/app/products",
        external: false,
      };
    case "shopify":
      return { label: "Open in Shopify", url: adminUrl(orderNumber), external: true };
    default:
      return null;
  }
}

/** The order in Shopify's own admin. */
export const adminUrl = (orderNumber: string): string => `shopify://admin/orders/${orderNumber}`;
