import { isLongerThan } from "../../common/clean-text.ts";
import { foldName } from "../../common/clean-text.ts";
import { optionNamed, optionValue } from "../options.ts";
import type { Miss, VariantToMap } from "./proposal.ts";

export const LETTER_CASES = ["as_is", "upper", "lower"] as const;
type LetterCase = (typeof LETTER_CASES)[number];
/** What stands in a SKU for the spaces of an option value. */
export const SPACES = { as_is: " ", none: "", dash: "-", underscore: "_" } as const;
export type Spaces = keyof typeof SPACES;

/** How option values are written in SKUs. */
export interface ValueSpelling {
  letters: LetterCase;
  spaces: Spaces;
  /** The spelling of single values, by `codeKey`. An empty one counts as missing. */
  codes: Readonly<Record<string, string>>;
}

/** A template such as `UNISEX_{Color}_{Size}`: braces name options. */
export interface SkuTemplate extends ValueSpelling {
  template: string;
}

const BRACES = /\{([^{}]*)\}/g;
/** Each variant is compared with the whole template. */
export const MAX_TEMPLATE_LENGTH = 500;
/** Braces of a template. shopify: a product has 3 options. */
export const MAX_TEMPLATE_NAMES = 20;

const namesIn = (template: string): string[] => [...template.matchAll(BRACES)].map(([, name = ""]) => name.trim());

/** The names in the braces of a template, each once. */
export function templateOptions(template: string): string[] {
  const names = new Map<string, string>();
  for (const name of namesIn(template)) if (!names.has(foldName(name))) names.set(foldName(name), name);
  return [...names.values()];
}

/** What of a template is too much; null: nothing. */
export function templateExcess(template: string): Extract<TemplateProblem, { max: number }> | null {
  if (isLongerThan(template, MAX_TEMPLATE_LENGTH)) return { kind: "too_long", max: MAX_TEMPLATE_LENGTH };
  return namesIn(template).length > MAX_TEMPLATE_NAMES ? { kind: "too_many_names", max: MAX_TEMPLATE_NAMES } : null;
}

export type TemplateProblem =
  | { kind: "missing" }
  | { kind: "too_long" | "too_many_names"; max: number }
  /** A brace without its other one, or braces without a name. */
  | { kind: "braces" }
  /** No variant has the option. */
  | { kind: "unknown_option"; option: string };

/** What is wrong with a template for variants that have these options. */
export function templateProblem(template: string, options: readonly { name: string }[]): TemplateProblem | null {
  if (template.trim() === "") return { kind: "missing" };
  const excess = templateExcess(template);
  if (excess) return excess;
  const names = templateOptions(template);
  if (/[{}]/.test(template.replaceAll(BRACES, "")) || names.includes("")) return { kind: "braces" };
  const unknown = names.find((name) => !optionNamed(options, name));
  return unknown === undefined ? null : { kind: "unknown_option", option: unknown };
}

/** The key of a value's own spelling. */
export const codeKey = (option: string, value: string): string => JSON.stringify([foldName(option), foldName(value)]);

/** How a value is written in SKUs. */
export function spellValue(spelling: ValueSpelling, option: string, value: string): string {
  const code = spelling.codes[codeKey(option, value)]?.trim() ?? "";
  if (code !== "") return code;
  const spaced = value.trim().replaceAll(/\s+/g, SPACES[spelling.spaces]);
  if (spelling.letters === "as_is") return spaced;
  return spelling.letters === "upper" ? spaced.toUpperCase() : spaced.toLowerCase();
}

/** The SKU of a variant, or the option that the variant does not have. */
export function fillTemplate(template: SkuTemplate, variant: Pick<VariantToMap, "options">): string | Miss {
  for (const option of templateOptions(template.template)) {
    if (optionValue(variant, option) === null) return { kind: "no_option", option };
  }
  const filled = template.template.replaceAll(BRACES, (_all, name: string) =>
    spellValue(template, name, optionValue(variant, name) ?? ""),
  );
  return filled.trim();
}
