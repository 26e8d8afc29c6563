import type { EligibilityReason, OrderLine } from "../../../prisma/client/client.ts";
import { LINE_EXCLUSIONS } from "../core/line-exclusions.ts";
import type { LineDecision } from "./decide-line.ts";
import type { LineSnapshot } from "../../ports/order-model.ts";

/** A line as it was stored before. */
export type PreviousLine = Pick<
  OrderLine,
  "eligibility" | "eligibilityReason" | "productGid" | "variantGid" | "excludedAt"
> & {
  /** Something of it was sent. */
  sent?: boolean;
};

export interface LastingDecision {
  eligibility: OrderLine["eligibility"];
  reason: EligibilityReason;
}

/** LineItem.product and LineItem.variant become null in Shopify when the product is deleted: the ids known before stay. */
export function withKnownIds(line: LineSnapshot, known: PreviousLine | undefined): LineSnapshot {
  if (!known || !deletedInShopify(line, known)) return line;
  const { productGid, variantGid } = known;
  return { ...line, productGid: line.productGid ?? productGid, variantGid: line.variantGid ?? variantGid };
}

/**
 * A printable line stays printable, whatever becomes of its mapping or product: the customer paid for it. Only staff excludes
 * it; what Shopify cancels, refunds or removes shows in the quantities.
 * `now`: decided by the present facts alone. `line`: as Shopify shows it.
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
    // Only Shopify's API shows reliably which service fulfills a line: a webhook shows neither a change nor a change back.
    if (!complete) return { eligibility: "printable", reason: known.eligibilityReason };
    if (isChangedInShopify(now)) return { eligibility: "printable", reason: "line_changed" };
  }
  if (now.reason === "mapped_variant" || (now.reason === "not_printed" && !known.sent)) return now;
  if (deletedInShopify(line, known)) return { eligibility: "printable", reason: "product_deleted" };
  if (WAS_MAPPED.includes(known.eligibilityReason)) return { eligibility: "printable", reason: "mapping_removed" };
  return now.eligibility === "printable" ? now : { eligibility: "printable", reason: "previously_printable" };
}

/** Judged by the line as Shopify shows it: `withKnownIds` fills the ids in again. */
const deletedInShopify = (line: LineSnapshot, known: PreviousLine): boolean =>
  (line.productGid === null && known.productGid !== null) || (line.variantGid === null && known.variantGid !== null);

const WAS_MAPPED: readonly EligibilityReason[] = ["mapped_variant", "mapping_removed"];

const isChangedInShopify = ({ eligibility, reason }: LineDecision): boolean =>
  eligibility === "excluded" && LINE_EXCLUSIONS.some((one) => one === reason);
