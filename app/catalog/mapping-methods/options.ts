import { optionKey } from "../same-options.ts";
import type { VariantToMap } from "./proposal.ts";

/** A variant's value of an option; null without that option. */
export function optionValue({ options }: Pick<VariantToMap, "options">, name: string): string | null {
  return options.find((option) => optionKey(option.name) === optionKey(name))?.value ?? null;
}

/** An option of some variants, with each value once, both in the sequence in which they first appear. */
export interface OptionValues {
  name: string;
  values: string[];
}

/** The options of variants. A product without options has none: Shopify's "Title" says nothing. */
export function optionsOf(variants: readonly Pick<VariantToMap, "options">[]): OptionValues[] {
  const found = new Map<string, { name: string; values: Map<string, string> }>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    if (isPlaceholder(name, value)) continue;
    const option = found.get(optionKey(name)) ?? { name, values: new Map<string, string>() };
    if (!option.values.has(optionKey(value))) option.values.set(optionKey(value), value);
    found.set(optionKey(name), option);
  }
  return [...found.values()].map(({ name, values }) => ({ name, values: [...values.values()] }));
}

/** Shopify's option of a product that has none. */
const isPlaceholder = (name: string, value: string) => name === "Title" && value === "Default Title";
