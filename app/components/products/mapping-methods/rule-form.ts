import { optionValue, type OptionValues } from "../../../catalog/options.ts";
import type { VariantToMap } from "../../../catalog/mapping-methods/proposal.ts";
import {
  RULE_LINKS,
  tableKey,
  type ArtworkSource,
  type Rule,
  type SkuSource,
} from "../../../catalog/mapping-methods/rule.ts";
import {
  templateProblem,
  type SkuTemplate,
  type TemplateProblem,
} from "../../../catalog/mapping-methods/sku-template.ts";
import { isWebUrl } from "../../../catalog/mapping-drafts.ts";

/** Where print SKUs come from, as typed. What belongs to another kind is kept while staff looks around. */
export interface SkuForm extends SkuTemplate {
  kind: Exclude<SkuSource["kind"], "all_options">;
  /** The options of the table. */
  options: string[];
  /** By `tableKey`. */
  skus: Record<string, string>;
}

/** Where the artwork of a side comes from, as typed. */
export interface ArtworkForm {
  kind: ArtworkSource["kind"];
  link: string;
  option: string;
  /** By `valueKey`. */
  links: Record<string, string>;
  /** `namespace.key` */
  metafield: string;
}

export type RuleForm = { itemSku: SkuForm } & Record<(typeof RULE_LINKS)[number], ArtworkForm>;

/** What a dialog begins with: nothing is changed. */
export function emptyRule(options: readonly OptionValues[]): RuleForm {
  const names = options.map(({ name }) => name);
  const artwork: ArtworkForm = { kind: "keep", link: "", option: names[0] ?? "", links: {}, metafield: "" };
  return {
    itemSku: {
      kind: "keep",
      template: "",
      letters: "upper",
      spaces: "none",
      codes: {},
      options: names.slice(0, 2),
      skus: {},
    },
    artworkFront: artwork,
    artworkBack: artwork,
  };
}

/** The rule that a form stands for. */
export const toRule = ({ itemSku, artworkFront, artworkBack }: RuleForm): Rule => ({
  itemSku: toSkuSource(itemSku),
  artworkFront: toArtworkSource(artworkFront),
  artworkBack: toArtworkSource(artworkBack),
});

function toSkuSource({ kind, options, skus, ...template }: SkuForm): SkuSource {
  if (kind === "template") return { kind, ...template };
  return kind === "table" ? { kind, options, skus } : { kind };
}

function toArtworkSource({ kind, link, option, links, metafield }: ArtworkForm): ArtworkSource {
  if (kind === "same") return { kind, link };
  if (kind === "metafield") return { kind, name: metafield.trim() };
  return kind === "option" ? { kind, option, links } : { kind };
}

/** One row of a table of SKUs. */
export interface Combination {
  key: string;
  values: string[];
}

/** The combinations of some options that variants have, each once. */
export function combinations(
  options: readonly string[],
  variants: readonly Pick<VariantToMap, "options">[],
): Combination[] {
  const found = new Map<string, Combination>();
  for (const variant of variants) {
    const key = tableKey(options, variant);
    if (key === null || found.has(key)) continue;
    found.set(key, { key, values: options.map((name) => optionValue(variant, name) ?? "") });
  }
  return [...found.values()];
}

export interface RuleProblems {
  template?: TemplateProblem;
  /** The fields with a text that is no link, by their `linkKey`. */
  links: string[];
  /** The sides whose metafield is not named as `namespace.key`. */
  metafields: (typeof RULE_LINKS)[number][];
}

export const linkKey = (field: (typeof RULE_LINKS)[number], value = ""): string => `${field} ${value}`;

/** What has to be fixed before a preview. */
export function ruleProblems(form: RuleForm, options: readonly OptionValues[]): RuleProblems {
  const { kind, template } = form.itemSku;
  const problem = kind === "template" ? templateProblem(template, options) : null;
  const links = RULE_LINKS.flatMap((field) => {
    const { kind: source, link, links: all } = form[field];
    if (source === "same") return isLinkOrEmpty(link) ? [] : [linkKey(field)];
    const wrong = Object.entries(all).filter(([, one]) => !isLinkOrEmpty(one));
    return source === "option" ? wrong.map(([value]) => linkKey(field, value)) : [];
  });
  const metafields = RULE_LINKS.filter((field) => {
    const { kind: source, metafield } = form[field];
    return source === "metafield" && !METAFIELD_NAME.test(metafield.trim());
  });
  return { ...(problem && { template: problem }), links, metafields };
}

const METAFIELD_NAME = /^[^\s.][^\s]*\.[^\s.]+$/;

/** Whether nothing has to be fixed. */
export const isSound = ({ template, links, metafields }: RuleProblems): boolean =>
  !template && links.length === 0 && metafields.length === 0;

const isLinkOrEmpty = (text: string) => text.trim() === "" || isWebUrl(text.trim());

/** Whether a form would change anything. */
export const isEmptyRule = (form: RuleForm): boolean =>
  form.itemSku.kind === "keep" && RULE_LINKS.every((field) => form[field].kind === "keep");
