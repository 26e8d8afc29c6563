import { foldName } from "../common/clean-text.ts";

/** What is compared of a variant. */
export interface WithOptions {
  options: readonly { name: string; value: string }[];
}

/** The same for variants with the same value of each option. */
export const nameKey = ({ options }: WithOptions): string =>
  JSON.stringify(options.map(({ name, value }) => JSON.stringify([foldName(name), foldName(value)])).toSorted());

/** The same for variants with the same values in sequence. */
export const placeKey = ({ options }: WithOptions): string =>
  JSON.stringify(options.map(({ value }) => foldName(value)));

/**
 * How a variant is compared with others. Options with other names (Color, Colour) are compared in their sequence, if no name is
 * the same.
 */
export function keyAmong(others: readonly WithOptions[], { options }: WithOptions): typeof nameKey {
  const sharesNames = others.some((one) => options.some(({ name }) => optionNamed(one.options, name)));
  return sharesNames ? nameKey : placeKey;
}

/** The option of that name; undefined without one. */
export const optionNamed = <Option extends { name: string }>(
  options: readonly Option[],
  name: string,
): Option | undefined => options.find((option) => foldName(option.name) === foldName(name));

/** A variant's value of an option; null without that option. */
export const optionValue = ({ options }: WithOptions, name: string): string | null =>
  optionNamed(options, name)?.value ?? null;

/** An option of some variants, with each value once, both in the sequence in which they first appear. */
export interface OptionValues {
  name: string;
  values: string[];
}

/** The options of variants. A product without options has none: Shopify's "Title" says nothing. */
export function optionsOf(variants: readonly WithOptions[]): OptionValues[] {
  const found = new Map<string, { name: string; values: Map<string, string> }>();
  for (const { name, value } of variants.flatMap(({ options }) => options)) {
    if (isPlaceholder(name, value)) continue;
    const option = found.get(foldName(name)) ?? { name, values: new Map<string, string>() };
    if (!option.values.has(foldName(value))) option.values.set(foldName(value), value);
    found.set(foldName(name), option);
  }
  return [...found.values()].map(({ name, values }) => ({ name, values: [...values.values()] }));
}

/** Shopify's option of a product that has none. */
export const isPlaceholder = (name: string, value: string) => name === "Title" && value === "Default Title";
