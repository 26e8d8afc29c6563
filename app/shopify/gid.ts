/** Kinds of Shopify's global ids that the app meets. */
export type GidKind = "Order" | "LineItem" | "Product" | "ProductVariant" | "FulfillmentOrder";

/** A global id of that kind, out of a global id, or of a legacy id as text or whole number; null when it is neither. */
export function gidOf(kind: GidKind, ...candidates: unknown[]): string | null {
  for (const candidate of candidates) {
    if (typeof candidate === "string" && new RegExp(`^gid://shopify/${kind}/\\d{1,20}$`).test(candidate))
      return candidate;
    const digits = legacyId(candidate);
    if (digits) return `gid://shopify/${kind}/${digits}`;
  }
  return null;
}

function legacyId(candidate: unknown): string | null {
  const digits = typeof candidate === "number" && Number.isSafeInteger(candidate) ? String(candidate) : candidate;
  return typeof digits === "string" && /^[1-9]\d{0,19}$/.test(digits) ? digits : null;
}
