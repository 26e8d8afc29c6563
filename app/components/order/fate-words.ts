import type { LineFate } from "../../orders/build/claim-lines.ts";

type Reason = LineFate["reason"];

const WORDS: Readonly<Record<Reason, string>> = {
  mapped_variant: "Its variant is mapped.",
  sibling_mapped: "Another variant of its product is mapped.",
  rule_vendor: "Its vendor matches your rules.",
  rule_tag: "A tag of its product matches your rules.",
  rule_type: "Its product type matches your rules.",
  rule_sku: "Its SKU matches your rules.",
  gift_card: "It is a gift card.",
  tip: "It is a tip.",
  no_shipping: "It needs no shipping.",
  other_service: "Another fulfillment service sends it.",
  no_match: "It has no mapping, and no rule of yours matches it.",
};

/** Why a line is printed by us, or not. */
export function fateWords(reason: string): string {
  return (WORDS as Readonly<Record<string, string>>)[reason] ?? reason;
}
