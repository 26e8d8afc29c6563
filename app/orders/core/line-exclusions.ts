import type { EligibilityReason } from "../../../prisma/client/client.ts";

/** Why a line is not printed whatever is mapped: the reasons lie in the line itself, not in its product. */
export const LINE_EXCLUSIONS = [
  "gift_card",
  "tip",
  "no_shipping",
  "other_fulfillment_service",
] as const satisfies readonly EligibilityReason[];
export type LineExclusion = (typeof LINE_EXCLUSIONS)[number];

/** Of these, what the merchant sees to in Shopify where the line's variant is mapped: nothing holds its order. */
export const EXCLUDED_IN_SHOPIFY: readonly LineExclusion[] = ["other_fulfillment_service", "no_shipping"];
