import type { EligibilityReason } from "../../../prisma/client/client.ts";

/** Why a line is not printed whatever is mapped: the reasons lie in the line itself, not in its product. */
export const LINE_EXCLUSIONS = [
  "gift_card",
  "tip",
  "no_shipping",
  "other_fulfillment_service",
] as const satisfies readonly EligibilityReason[];
export type LineExclusion = (typeof LINE_EXCLUSIONS)[number];
