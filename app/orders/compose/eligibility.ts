import type { EligibilityReason, OrderLine } from "../../../prisma/client/client.ts";
import { readsShopify } from "../../settings/rule-order.ts";
import { ALL_PRODUCTS } from "../../settings/all-products.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { firstText, foldName } from "../../common/clean-text.ts";
import type { LineSnapshot, MappingRule } from "../../ports/order-model.ts";
import type { Gid } from "../../ports/gid.ts";
import { type LineExclusion, LINE_EXCLUSIONS } from "../core/line-exclusions.ts";

/** The shop's mappings. */
export interface MappingLookup {
  byVariant(gid: Gid<"ProductVariant">): MappingRule | undefined;
  hasProduct(gid: Gid<"Product">): boolean;
  /** Staff said that the print service prints neither this variant nor, in the second case, its product. A mapping is stronger. */
  isNotPrinted(line: Pick<LineSnapshot, "productGid" | "variantGid">): boolean;
}

type ExcludedReason = LineExclusion | Extract<EligibilityReason, "not_printed" | "no_match" | "excluded_by_rule">;
type PrintableReason = Extract<
  EligibilityReason,
  "mapped_variant" | "sibling_mapped" | "product_deleted" | `rule_${string}`
>;
export type LineDecision =
  { eligibility: "printable"; reason: PrintableReason } | { eligibility: "excluded"; reason: ExcludedReason };

/** Whether a line is printable, and why. The caller holds a printable line that has no mapping. */
export function decideLine(line: LineSnapshot, mappings: MappingLookup, settings: ShopSettings): LineDecision {
  const excluded = excludedReason(line);
  if (excluded) return { eligibility: "excluded", reason: excluded };
  if (line.variantGid && mappings.byVariant(line.variantGid))
    return { eligibility: "printable", reason: "mapped_variant" };
  if (mappings.isNotPrinted(line)) return { eligibility: "excluded", reason: "not_printed" };
  const reason = printableReason(line, mappings, settings.printableRule);
  return reason ? { eligibility: "printable", reason } : { eligibility: "excluded", reason: "no_match" };
}

/** Whether the settings need what an order webhook lacks: tags, types and metafields of products, and what rules read. */
export function needsWholeOrder(settings: ShopSettings): boolean {
  const { productTags, productTypes } = settings.printableRule;
  const { front, back, mockup } = settings.artworkMetafields;
  const needsProducts = productTags.length > 0 || productTypes.length > 0;
  return needsProducts || [front, back, mockup].some((key) => key !== "") || readsShopify(settings.rules);
}

function excludedReason(line: LineSnapshot): LineExclusion | null {
  if (line.giftCard) return "gift_card";
  if (line.tip) return "tip";
  if (!line.requiresShipping) return "no_shipping";
  const service = foldName(line.fulfillmentService ?? "");
  return service === "" || service === "manual" ? null : "other_fulfillment_service";
}

function printableReason(
  line: LineSnapshot,
  mappings: MappingLookup,
  rule: ShopSettings["printableRule"],
): PrintableReason | null {
  if (isOfUnknownProduct(line)) return "product_deleted";
  if (line.productGid && mappings.hasProduct(line.productGid)) return "sibling_mapped";
  if (oneOf(rule.vendors, line.vendor)) return "rule_vendor";
  if (line.productTags?.some((tag) => oneOf(rule.productTags, tag))) return "rule_tag";
  if (oneOf(rule.productTypes, line.productType)) return "rule_type";
  if (line.productGid && rule.skuPrefixes.includes(ALL_PRODUCTS)) return "rule_sku";
  const sku = foldName(line.sku ?? "");
  return rule.skuPrefixes.some((prefix) => sku.startsWith(foldName(prefix))) ? "rule_sku" : null;
}

/**
 * The product was deleted before the order was first read: whether it was mapped cannot be told, and the customer paid for it.
 * shopify: every product has a vendor, and only variants have a variant title. A custom item has neither, but may have a SKU.
 */
const isOfUnknownProduct = ({ productGid, variantGid, vendor, variantTitle }: LineSnapshot): boolean =>
  productGid === null && variantGid === null && firstText(vendor, variantTitle) !== "";

function oneOf(names: readonly string[], value: string | null): boolean {
  return value !== null && names.some((name) => foldName(name) === foldName(value));
}

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
  if (now.reason === "mapped_variant" || (isUnwanted(now) && !known.sent)) return now;
  // The rest of a line that was sent in part is held by the rule (find-holds.ts).
  if (now.reason === "excluded_by_rule") return { eligibility: "printable", reason: known.eligibilityReason };
  if (deletedInShopify(line, known)) return { eligibility: "printable", reason: "product_deleted" };
  if (WAS_MAPPED.includes(known.eligibilityReason)) return { eligibility: "printable", reason: "mapping_removed" };
  return now.eligibility === "printable" ? now : { eligibility: "printable", reason: "previously_printable" };
}

/** Judged by the line as Shopify shows it: `withKnownIds` fills the ids in again. */
const deletedInShopify = (line: LineSnapshot, known: PreviousLine): boolean =>
  (line.productGid === null && known.productGid !== null) || (line.variantGid === null && known.variantGid !== null);

/** Staff says so, of a product or by a rule. */
const isUnwanted = ({ reason }: LineDecision): boolean => reason === "not_printed" || reason === "excluded_by_rule";

const WAS_MAPPED: readonly EligibilityReason[] = ["mapped_variant", "mapping_removed"];

const isChangedInShopify = ({ eligibility, reason }: LineDecision): boolean =>
  eligibility === "excluded" && LINE_EXCLUSIONS.some((one) => one === reason);
