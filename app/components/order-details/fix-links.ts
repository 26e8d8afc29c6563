import { ATTENTION } from "../../orders/core/attention.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";

export interface FixLink {
  label: string;
  url: string;
  /** Leads out of the app's frame. */
  external: boolean;
}

/** The link to where a reason is fixed; null where only an action, or time, fixes it. */
export function fixLink(reason: Pick<ReasonView, "code" | "productId">, orderNumber: string): FixLink | null {
  const { fixedIn, needsMapping } = ATTENTION[reason.code];
  switch (fixedIn) {
    case "print_account":
    case "contact":
    case "prices":
      return { label: "Open settings", url: "/app/settings", external: false };
    case "products":
      return {
        label: reason.productId === null ? "Open products" : needsMapping ? "Map the product" : "Open the mapping",
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
