import { metafieldLink, type MetafieldValues } from "./metafields.ts";
import { foldName } from "../../common/clean-text.ts";
import { nameKey, optionValue } from "../options.ts";
import type { Miss, Proposal, VariantToMap } from "./proposal.ts";
import { fillTemplate, type SkuTemplate } from "./sku-template.ts";

/** Where the print SKUs come from. */
export type SkuSource =
  | { kind: "keep" }
  | ({ kind: "template" } & SkuTemplate)
  /** By the values of some options: `skus` by `tableKey`. A combination without a SKU stays as it is. */
  | { kind: "table"; options: readonly string[]; skus: Readonly<Record<string, string>> }
  /**
   * By the values of all options, whatever these are: `skus` by `nameKey`. Filled by a match with a product of the print service's
   * catalog. `replaces`: also in place of another SKU.
   */
  | { kind: "all_options"; skus: Readonly<Record<string, string>>; replaces: boolean }
  /** The variant's own SKU in Shopify is the print service's. */
  | { kind: "shopify_sku" };

/** Where the artwork of one side comes from. */
export type ArtworkSource =
  | { kind: "keep" }
  | { kind: "same"; link: string }
  /** By the value of one option: `links` by `valueKey`. A value without a link stays as it is. */
  | { kind: "option"; option: string; links: Readonly<Record<string, string>> }
  /** In a metafield of the variant or its product. `name`: `namespace.key`. */
  | { kind: "metafield"; name: string };

export const RULE_LINKS = ["artworkFront", "artworkBack"] as const;

/** A rule that is applied once: print SKU and artwork by the options of a variant. */
export type Rule = { itemSku: SkuSource } & Record<(typeof RULE_LINKS)[number], ArtworkSource>;

/** The metafields that a rule reads, each once. */
export const metafieldsOf = (rule: Rule): string[] => [
  ...new Set(RULE_LINKS.flatMap((field) => (rule[field].kind === "metafield" ? [rule[field].name] : []))),
];

/** What a rule would change, for each variant. `metafields`: the values of `metafieldsOf`. */
export function proposeByRule(
  rule: Rule,
  variants: readonly VariantToMap[],
  metafields: MetafieldValues = {},
): Proposal[] {
  return variants.map((variant) => {
    const proposal: Proposal = { gid: variant.gid, values: {}, misses: {} };
    take(proposal, "itemSku", skuOf(rule.itemSku, variant));
    for (const field of RULE_LINKS) take(proposal, field, linkOf(rule[field], variant, metafields));
    return proposal;
  });
}

function take(proposal: Proposal, field: "itemSku" | (typeof RULE_LINKS)[number], found: string | Miss | null): void {
  if (typeof found === "string") proposal.values[field] = found;
  else if (found) proposal.misses[field] = found;
}

/** The key of a combination in a table of SKUs; null: the variant lacks one of the options. */
export function tableKey(options: readonly string[], variant: Pick<VariantToMap, "options">): string | null {
  const values = options.map((option) => optionValue(variant, option));
  return values.some((value) => value === null) ? null : JSON.stringify(values.map((value) => foldName(value ?? "")));
}

/**
 * The key of an option value in a table of links. Not the value itself: a plain object has properties of its own, such as
 * `constructor`, and an option value may be named so.
 */
export const valueKey = (value: string): string => JSON.stringify([foldName(value)]);

/** null: the rule leaves the field as it is. */
function skuOf(source: SkuSource, variant: VariantToMap): string | Miss | null {
  switch (source.kind) {
    case "keep":
      return null;
    case "template":
      return fillTemplate(source, variant);
    case "table": {
      const key = tableKey(source.options, variant);
      const lacking = source.options.find((option) => optionValue(variant, option) === null) ?? "";
      return key === null ? { kind: "no_option", option: lacking } : nonEmpty(source.skus[key]);
    }
    case "all_options":
      return nonEmpty(source.skus[nameKey(variant)]);
    case "shopify_sku":
      return nonEmpty(variant.sku) ?? { kind: "no_shopify_sku" };
  }
}

function linkOf(source: ArtworkSource, variant: VariantToMap, metafields: MetafieldValues): string | Miss | null {
  switch (source.kind) {
    case "keep":
      return null;
    case "same":
      return nonEmpty(source.link);
    case "option": {
      const value = optionValue(variant, source.option);
      if (value === null) return { kind: "no_option", option: source.option };
      return nonEmpty(source.links[valueKey(value)]);
    }
    case "metafield":
      return metafieldLink(metafields, source.name, variant.gid);
  }
}

const nonEmpty = (text: string | null | undefined): string | null => text?.trim() || null;
