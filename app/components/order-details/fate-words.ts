import type { EligibilityReason } from "@prisma/client";

const MESSAGES: Readonly<Record<EligibilityReason, string>> = {
  mapped_variant: "Its variant is mapped.",
  sibling_mapped: "Another variant of its product is mapped.",
  rule_vendor: "Its vendor matches your rules.",
  rule_tag: "A tag of its product matches your rules.",
  rule_type: "Its product type matches your rules.",
  rule_sku: "Its SKU matches your rules.",
  gift_card: "It is a gift card.",
  tip: "It is a tip.",
  no_shipping: "It needs no shipping.",
  other_fulfillment_service: "Another fulfillment service sends it.",
  mapping_removed: "Its variant was mapped, and the mapping was removed.",
  product_deleted: "It was to be printed, and its product was deleted in Shopify.",
  line_changed: "It was to be printed, and Shopify now shows it as one that you don't send yourself.",
  previously_printable: "It was to be printed when the order came in.",
  excluded_by_staff: "A person chose not to print it.",
  no_match: "It has no mapping, and no rule of yours matches it.",
};

/** Why a line is printed by us, or not. */
export function eligibilityMessage(reason: EligibilityReason): string {
  return MESSAGES[reason];
}
