import type { LineFate, NotOursReason, OursReason } from "../print-order/decide-line.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";

/** What is known of a line from before. */
export interface KnownLine {
  fate: "ours" | "not_ours";
  fateReason: string;
  productGid: string | null;
  variantGid: string | null;
  excludedAt: Date | null;
}

/** Codes of a line that stays ours although today's facts alone would not make it so, and of one that a person excluded. */
export type LastingReason = "mapping_removed" | "product_deleted" | "line_changed" | "was_ours" | "excluded_by_person";
export type Eligibility = LineFate | { fate: "ours" | "not_ours"; reason: LastingReason };

/** shopify: LineItem.product and LineItem.variant become null when the product is deleted. The ids known before stay. */
export function withKnownIds(line: LineSnapshot, known: KnownLine | undefined): LineSnapshot {
  if (!known || !deletedInShopify(line, known)) return line;
  return {
    ...line,
    productGid: line.productGid ?? known.productGid,
    variantGid: line.variantGid ?? known.variantGid,
  };
}

/**
 * A line that was ours once stays ours: the buyer paid for it, and the lack of a mapping or of a product is no word about
 * that. Only a person takes it out; what Shopify cancels, refunds or removes shows in the quantities.
 * `now`: what today's facts alone say. `line`: as Shopify shows it.
 */
export function lastingEligibility(
  known: KnownLine | undefined,
  line: LineSnapshot,
  now: LineFate,
  complete: boolean,
): Eligibility {
  if (!known) return now;
  if (known.excludedAt) return { fate: "not_ours", reason: "excluded_by_person" };
  if (known.fate !== "ours") return now;
  if (isChanged(now) || known.fateReason === "line_changed") {
    // Who sends a line is known only to Shopify itself: a webhook tells neither that it changed nor that it changed back.
    if (!complete) return { fate: "ours", reason: known.fateReason as OursReason | LastingReason };
    if (isChanged(now)) return { fate: "ours", reason: "line_changed" };
  }
  if (now.reason === "mapped_variant") return now;
  if (deletedInShopify(line, known)) return { fate: "ours", reason: "product_deleted" };
  if (WAS_MAPPED.includes(known.fateReason)) return { fate: "ours", reason: "mapping_removed" };
  return now.fate === "ours" ? now : { fate: "ours", reason: "was_ours" };
}

/** The ids of a deleted product are still known: `withKnownIds` keeps them. */
const deletedInShopify = (line: LineSnapshot, known: KnownLine): boolean =>
  (line.productGid === null && known.productGid !== null) || (line.variantGid === null && known.variantGid !== null);

const WAS_MAPPED: readonly string[] = ["mapped_variant", "mapping_removed"];

/** Reasons that say what a line is, rather than what is known of its product. */
const CHANGED: readonly NotOursReason[] = ["gift_card", "tip", "no_shipping", "other_service"];

const isChanged = ({ fate, reason }: LineFate): boolean =>
  fate === "not_ours" && (CHANGED as readonly string[]).includes(reason);
