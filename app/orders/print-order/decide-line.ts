import type { ShopSettings } from "../../settings/settings.ts";
import type { LineSnapshot, MappingRule } from "../../ports/order-model.ts";

/** The shop's mappings, as far as a line's fate needs them. */
export interface KnownMappings {
  byVariant(gid: string): MappingRule | undefined;
  hasProduct(gid: string): boolean;
}

export type NotOursReason = "gift_card" | "tip" | "no_shipping" | "other_service" | "no_match";
export type OursReason = "mapped_variant" | "sibling_mapped" | "rule_vendor" | "rule_tag" | "rule_type" | "rule_sku";
export type LineFate = { fate: "ours"; reason: OursReason } | { fate: "not_ours"; reason: NotOursReason };

/** Whether a line is ours to print, and why. Ours without a mapping is the caller's to hold. */
export function decideLine(line: LineSnapshot, mappings: KnownMappings, settings: ShopSettings): LineFate {
  const never = neverOurs(line);
  if (never) return { fate: "not_ours", reason: never };
  const reason = whyOurs(line, mappings, settings.oursRule);
  return reason ? { fate: "ours", reason } : { fate: "not_ours", reason: "no_match" };
}

/** True when the settings ask for product facts that an order webhook lacks: tags, types, metafields. */
export function needsProductFacts(settings: ShopSettings): boolean {
  const { productTags, productTypes } = settings.oursRule;
  const { front, back, mockup } = settings.artworkMetafields;
  return productTags.length > 0 || productTypes.length > 0 || [front, back, mockup].some((key) => key !== "");
}

function neverOurs(line: LineSnapshot): NotOursReason | null {
  if (line.giftCard) return "gift_card";
  if (line.tip) return "tip";
  if (!line.requiresShipping) return "no_shipping";
  const service = fold(line.fulfillmentService ?? "");
  return service === "" || service === "manual" ? null : "other_service";
}

function whyOurs(line: LineSnapshot, mappings: KnownMappings, rule: ShopSettings["oursRule"]): OursReason | null {
  if (line.variantGid && mappings.byVariant(line.variantGid)) return "mapped_variant";
  if (line.productGid && mappings.hasProduct(line.productGid)) return "sibling_mapped";
  if (oneOf(rule.vendors, line.vendor)) return "rule_vendor";
  if (line.productTags?.some((tag) => oneOf(rule.productTags, tag))) return "rule_tag";
  if (oneOf(rule.productTypes, line.productType)) return "rule_type";
  const sku = fold(line.sku ?? "");
  return rule.skuPrefixes.some((prefix) => sku.startsWith(fold(prefix))) ? "rule_sku" : null;
}

function oneOf(names: readonly string[], value: string | null): boolean {
  return value !== null && names.some((name) => fold(name) === fold(value));
}

const fold = (text: string): string => text.trim().toLowerCase();
