import { optionKey } from "../same-options.ts";
import { optionValue } from "./options.ts";
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

/** The names in the braces of a template, each once. */
export function templateOptions(template: string): string[] {
  const names = [...template.matchAll(BRACES)].map(([, name = ""]) => name.trim());
  return names.filter((name, at) => names.findIndex((other) => optionKey(other) === optionKey(name)) === at);
}

export type TemplateProblem =
  | { kind: "missing" }
  /** A brace without its other one, or braces without a name. */
  | { kind: "braces" }
  /** No variant has the option. */
  | { kind: "unknown_option"; option: string };

/** What is wrong with a template for variants that have these options. */
export function templateProblem(template: string, options: readonly { name: string }[]): TemplateProblem | null {
  if (template.trim() === "") return { kind: "missing" };
  const names = templateOptions(template);
  if (/[{}]/.test(template.replaceAll(BRACES, "")) || names.includes("")) return { kind: "braces" };
  const unknown = names.find((name) => !options.some((option) => optionKey(option.name) === optionKey(name)));
  return unknown === undefined ? null : { kind: "unknown_option", option: unknown };
}

/** The key of a value's own spelling. */
export const codeKey = (option: string, value: string): string => JSON.stringify([optionKey(option), optionKey(value)]);

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
