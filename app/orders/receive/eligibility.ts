import type { EligibilityReason, LineEligibility } from "@prisma/client";
import type { LineDecision } from "../print-order/decide-line.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";

/** What is known of a line from before. */
export interface PreviousLine {
  eligibility: LineEligibility;
  eligibilityReason: EligibilityReason;
  productGid: string | null;
  variantGid: string | null;
  excludedAt: Date | null;
}

export interface LastingDecision {
  eligibility: LineEligibility;
  reason: EligibilityReason;
}

/** shopify: LineItem.product and LineItem.variant become null when the product is deleted. The ids known before stay. */
export function withKnownIds(line: LineSnapshot, known: PreviousLine | undefined): LineSnapshot {
  if (!known || !deletedInShopify(line, known)) return line;
  return {
    ...line,
    productGid: line.productGid ?? known.productGid,
    variantGid: line.variantGid ?? known.variantGid,
  };
}

/**
 * A line that was ours once stays ours: the customer paid for it, and the lack of a mapping or of a product is no word about
 * that. Only a person takes it out; what Shopify cancels, refunds or removes shows in the quantities.
 * `now`: what today's facts alone say. `line`: as Shopify shows it.
 */
export function lastingEligibility(
  known: PreviousLine | undefined,
  line: LineSnapshot,
  now: LineDecision,
  complete: boolean,
): LastingDecision {
  if (!known) return now;
  if (known.excludedAt) return { eligibility: "excluded", reason: "excluded_by_staff" };
  if (known.eligibility !== "printable") return now;
  if (isChangedInShopify(now) || known.eligibilityReason === "line_changed") {
    // Who sends a line is known only to Shopify itself: a webhook tells neither that it changed nor that it changed back.
    if (!complete) return { eligibility: "printable", reason: known.eligibilityReason };
    if (isChangedInShopify(now)) return { eligibility: "printable", reason: "line_changed" };
  }
  if (now.reason === "mapped_variant") return now;
  if (deletedInShopify(line, known)) return { eligibility: "printable", reason: "product_deleted" };
  if (WAS_MAPPED.includes(known.eligibilityReason)) return { eligibility: "printable", reason: "mapping_removed" };
  return now.eligibility === "printable" ? now : { eligibility: "printable", reason: "previously_printable" };
}

/** The ids of a deleted product are still known: `withKnownIds` keeps them. */
const deletedInShopify = (line: LineSnapshot, known: PreviousLine): boolean =>
  (line.productGid === null && known.productGid !== null) || (line.variantGid === null && known.variantGid !== null);

const WAS_MAPPED: readonly EligibilityReason[] = ["mapped_variant", "mapping_removed"];

/** Reasons that say what a line is, rather than what is known of its product. */
const CHANGED_REASONS: readonly EligibilityReason[] = ["gift_card", "tip", "no_shipping", "other_fulfillment_service"];

const isChangedInShopify = ({ eligibility, reason }: LineDecision): boolean =>
  eligibility === "excluded" && CHANGED_REASONS.includes(reason);
