/** What is compared of a variant. */
interface WithOptions {
  options: readonly { name: string; value: string }[];
}

/** Names and values of options as they are compared: staff and apps write `Black`, `black` and `Black `. */
export const optionKey = (text: string): string => text.trim().toLowerCase();

/** The same for variants with the same value of each option. */
export const nameKey = ({ options }: WithOptions): string =>
  JSON.stringify(options.map(({ name, value }) => JSON.stringify([optionKey(name), optionKey(value)])).toSorted());

/** The same for variants with the same values in sequence. */
export const placeKey = ({ options }: WithOptions): string =>
  JSON.stringify(options.map(({ value }) => optionKey(value)));

/**
 * How a variant is compared with others. Options with other names (Color, Colour) are compared in their sequence, if no name is
 * the same.
 */
export function keyAmong(others: readonly WithOptions[], { options }: WithOptions): typeof nameKey {
  const sharesNames = others.some((one) => options.some(({ name }) => hasOption(one, name)));
  return sharesNames ? nameKey : placeKey;
}

const hasOption = ({ options }: WithOptions, name: string) =>
  options.some((option) => optionKey(option.name) === optionKey(name));
