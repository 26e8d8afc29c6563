import { foldName } from "../../common/clean-text.ts";
import type { LineSnapshot, MappingRule } from "../../ports/order-model.ts";

/**
 * Whether the customer bought another variant than the one that staff mapped: an option value was changed in Shopify since,
 * and the item does not have the title of then. Another title alone proves nothing, since a store may be translated.
 */
export function isOtherVariant(
  { variantTitle }: Pick<LineSnapshot, "variantTitle">,
  { variantChange, mappedTitle }: Pick<MappingRule, "variantChange" | "mappedTitle">,
): boolean {
  return variantChange === "options" && titleOf(variantTitle) !== titleOf(mappedTitle);
}

/** shopify: a product without options has one variant, "Default Title", and its items have no variant title. */
function titleOf(title: string | null): string {
  const folded = foldName(title ?? "");
  return folded === foldName("Default Title") ? "" : folded;
}
