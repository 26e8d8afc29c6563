import { ATTENTION } from "../../orders/core/attention.ts";
import type { AttentionRow } from "../../orders/core/attention-registry.ts";
import type { ReasonView } from "../../orders/pages/details/reason-views.ts";
import { productsUrl } from "../common/products-url.ts";
import { SETTINGS_LINKS } from "../common/settings-links.ts";
import { FIX_LABELS } from "./copy.ts";

export interface FixLink {
  label: string;
  url: string;
  /** Leaves the app's frame. */
  external: boolean;
}

type LinkedReason = Pick<ReasonView, "code" | "productId" | "variantId"> & Partial<Pick<ReasonView, "shipped">>;

/** The links to where a reason is fixed, the likeliest first; none where only an action, or time, fixes it. */
export function fixLinks(reason: LinkedReason, orderNumber: string): FixLink[] {
  const { fixedIn, alsoFixedIn } = ATTENTION[reason.code];
  return [fixedIn, alsoFixedIn].flatMap((page) => (page ? linkTo(page, reason, orderNumber) : []));
}

function linkTo(page: NonNullable<AttentionRow["fixedIn"]>, reason: LinkedReason, orderNumber: string): FixLink {
  if (page === "shopify" && reason.shipped)
    return { label: FIX_LABELS.customer, url: adminUrl(orderNumber), external: true };
  if (page === "shopify") return { label: FIX_LABELS.shopify, url: adminUrl(orderNumber), external: true };
  if (page !== "products") return { label: FIX_LABELS.settings, url: SETTINGS_LINKS[page], external: false };
  const url = mappingUrl(reason, orderNumber);
  if (url === null) return { label: FIX_LABELS.products, url: productsUrl(reason.code), external: false };
  const label = ATTENTION[reason.code].needsMapping ? FIX_LABELS.mapProduct : FIX_LABELS.mapping;
  return { label, url, external: false };
}

/** The mapping of a line's variant, which leads back to the order; null without a product. */
export function mappingUrl(line: Pick<ReasonView, "productId" | "variantId">, orderNumber: string): string | null {
  if (line.productId === null) return null;
  const query = new URLSearchParams({ ...(line.variantId ? { variant: line.variantId } : {}), order: orderNumber });
  return `/app/products/${line.productId}?${query.toString()}`;
}

/** The order in Shopify's own admin. */
export const adminUrl = (orderNumber: string): string => `shopify://admin/orders/${orderNumber}`;
