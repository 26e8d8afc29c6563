import { ATTENTION } from "../../orders/core/attention.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import { SETTINGS_LINKS } from "../common/settings-links.ts";
import { FIX_LABELS } from "./copy.ts";

export interface FixLink {
  label: string;
  url: string;
  /** Leaves the app's frame. */
  external: boolean;
}

/** The link to where a reason is fixed; null where only an action, or time, fixes it. */
export function fixLink(
  reason: Pick<ReasonView, "code" | "productId" | "variantId">,
  orderNumber: string,
): FixLink | null {
  const { fixedIn, needsMapping } = ATTENTION[reason.code];
  switch (fixedIn) {
    case "print_account":
    case "contact":
    case "prices":
    case "payment":
    case "artwork":
    case "older_orders":
      return { label: FIX_LABELS.settings, url: SETTINGS_LINKS[fixedIn], external: false };
    case "products":
      return {
        label:
          reason.productId === null ? FIX_LABELS.products : needsMapping ? FIX_LABELS.mapProduct : FIX_LABELS.mapping,
        url: mappingUrl(reason, orderNumber) ?? "/app/products",
        external: false,
      };
    case "shopify":
      return { label: FIX_LABELS.shopify, url: adminUrl(orderNumber), external: true };
    default:
      return null;
  }
}

/** The mapping of a line's variant, which leads back to the order; null without a product. */
export function mappingUrl(line: Pick<ReasonView, "productId" | "variantId">, orderNumber: string): string | null {
  if (line.productId === null) return null;
  const query = new URLSearchParams({ ...(line.variantId ? { variant: line.variantId } : {}), order: orderNumber });
  return `/app/products/${line.productId}?${query.toString()}`;
}

/** The order in Shopify's own admin. */
export const adminUrl = (orderNumber: string): string => `shopify://admin/orders/${orderNumber}`;
