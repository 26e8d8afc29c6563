import { isPlaceholder, nameKey, type WithOptions } from "./options.ts";

/** What is compared of a variant of the print service's catalog. */
export interface CatalogChoice {
  itemSku: string;
  attributes: readonly { name: string; value: string }[];
}

/** What a catalog product has for a Shopify variant. */
export type CatalogMatch<Choice extends CatalogChoice = CatalogChoice> =
  /** Exactly one variant has the same values. */
  | { kind: "sure"; choice: Choice }
  /** Several have, or one that is near, or one of which an option of the variant says nothing. Likeliest first. */
  | { kind: "doubtful"; choices: Choice[] }
  | { kind: "open" };

/** More would be no choice but a search. */
const MAX_CHOICES = 12;

/**
 * Matches Shopify variants with those of one catalog product: options are compared with attributes by name, else by their values. The
 * matches are in the sequence of `variants`.
 */
export function matchCatalog<Choice extends CatalogChoice>(
  variants: readonly WithOptions[],
  choices: readonly Choice[],
): CatalogMatch<Choice>[] {
  // Variants of several products come together: products with other names of options are matched for themselves.
  const groups = Map.groupBy(variants, ({ options }) => JSON.stringify(options.map(({ name }) => foldWords(name))));
  const found = new Map<string, CatalogMatch<Choice>>();
  for (const [names, group] of groups) {
    const match = matcherOf(group, choices);
    for (const one of group) {
      const key = names + nameKey(one);
      if (!found.has(key)) found.set(key, match(one));
    }
  }
  return variants.map((one) => {
    const names = JSON.stringify(one.options.map(({ name }) => foldWords(name)));
    return found.get(names + nameKey(one)) ?? { kind: "open" };
  });
}

/** `option`: the place in the variants' options that is compared with the attribute; null: none is. `named`: both have one name. */
interface Column {
  attribute: string;
  option: number | null;
  named: boolean;
}

function matcherOf<Choice extends CatalogChoice>(variants: readonly WithOptions[], choices: readonly Choice[]) {
  const columns = assign(variants, choices);
  const isUnexplained = leavesOpen(variants, choices, columns);
  const relation = cachedRelation();
  const relationTo = (variant: WithOptions, choice: Choice): Relation => {
    let worst: Relation = "same";
    for (const { attribute, option } of columns) {
      if (option === null) continue;
      const one = relation(variant.options[option]?.value ?? "", valueOf(choice, attribute));
      if (one === "other") return "other";
      if (one === "near") worst = "near";
    }
    return worst;
  };
  const whole = Map.groupBy(choices, ({ attributes }) => foldAll(attributes.map(({ value }) => value)));
  return (variant: WithOptions): CatalogMatch<Choice> => {
    const related = choices.map((choice) => ({ choice, relation: relationTo(variant, choice) }));
    const same = related.flatMap((one) => (one.relation === "same" ? [one.choice] : []));
    const isCompared = columns.some(({ option }) => option !== null) || choices.length === 1;
    const [only] = same;
    if (only && same.length === 1 && !isUnexplained && isCompared) return { kind: "sure", choice: only };
    // Without any comparison all are the same: nothing of that is a proposal, but a product that has one variant.
    const asked = same.length > 0 && isCompared ? same : [];
    const near = asked.length > 0 ? asked : nearest(variant, related);
    const all = near.length > 0 ? near : (whole.get(foldAll(variant.options.map(({ value }) => value))) ?? []);
    return all.length > 0 ? { kind: "doubtful", choices: all.slice(0, MAX_CHOICES) } : { kind: "open" };
  };
}

/** Whether something that was not compared may make a variant another product. */
function leavesOpen(
  variants: readonly WithOptions[],
  choices: readonly CatalogChoice[],
  columns: readonly Column[],
): boolean {
  const valuesOf = (attribute: string) => new Set(choices.map((one) => foldWords(valueOf(one, attribute))));
  const open = columns.filter(({ option }) => option === null).map(({ attribute }) => valuesOf(attribute));
  // Compared for its values alone: another option may have the same ones.
  const guessed = columns.filter(({ option, named }) => option !== null && !named);
  const guessedValues = new Set(guessed.flatMap(({ attribute }) => [...valuesOf(attribute)]));
  const compared = new Set(columns.map(({ option }) => option));
  const others = (variants[0]?.options ?? []).flatMap(({ name }, at) => {
    const values = [...new Set(variants.map(({ options }) => options[at]?.value ?? ""))];
    return compared.has(at) || values.every((value) => isPlaceholder(name, value)) ? [] : [values.map(foldWords)];
  });
  return (
    // An option of which the catalog knows nothing may stand for a style, or a set; an attribute without an option for a cut.
    others.some((values) => new Set(values).size > 1 || values.some((value) => guessedValues.has(value))) ||
    open.some((values) => values.size > 1) ||
    (others.length > 0 && open.length > 0)
  );
}

function nearest<Choice extends CatalogChoice>(
  { options }: WithOptions,
  related: readonly { choice: Choice; relation: Relation }[],
): Choice[] {
  const text = foldAll(options.map(({ value }) => value));
  return related
    .filter(({ relation }) => relation === "near")
    .map(({ choice }) => ({ choice, far: distance(text, foldAll(choice.attributes.map(({ value }) => value))) }))
    .toSorted((one, other) => one.far - other.far)
    .map(({ choice }) => choice);
}

/** Which option stands for which attribute: the same name first, then the most values in common. */
function assign(variants: readonly WithOptions[], choices: readonly CatalogChoice[]): Column[] {
  const attributes = new Map<string, { name: string; values: Set<string> }>();
  for (const { name, value } of choices.flatMap((one) => one.attributes)) {
    const known = attributes.get(attributeName(name)) ?? { name, values: new Set<string>() };
    attributes.set(attributeName(name), known);
    known.values.add(foldWords(value));
  }
  const options = (variants[0]?.options ?? []).map(({ name }, at) => ({
    at,
    name: attributeName(name),
    values: new Set(variants.map((one) => foldWords(one.options[at]?.value ?? ""))),
  }));
  const pairs = options.flatMap((option) =>
    [...attributes].map(([key, { values }]) => ({
      option: option.at,
      key,
      shared: [...option.values].filter((value) => values.has(value)).length,
      named: option.name === key,
    })),
  );
  const taken = new Map<string, Omit<Column, "attribute">>();
  const used = new Set<number>();
  for (const { option, key, shared, named } of pairs.toSorted(byLikelihood)) {
    if (taken.has(key) || used.has(option) || (!named && shared === 0)) continue;
    taken.set(key, { option, named });
    used.add(option);
  }
  return [...attributes].map(([key, { name }]) => ({
    attribute: name,
    ...(taken.get(key) ?? { option: null, named: false }),
  }));
}

interface Pair {
  shared: number;
  named: boolean;
}

const byLikelihood = (one: Pair, other: Pair): number =>
  Number(other.named) - Number(one.named) || other.shared - one.shared;

const valueOf = ({ attributes }: CatalogChoice, name: string): string =>
  attributes
    .filter((one) => attributeName(one.name) === attributeName(name))
    .map(({ value }) => value)
    .join(" ");

type Relation = "same" | "near" | "other";

/** Many variants share few values. */
function cachedRelation(): (value: string, attribute: string) => Relation {
  const known = new Map<string, Relation>();
  return (value, attribute) => {
    const key = JSON.stringify([value, attribute]);
    const found = known.get(key) ?? relate(value, attribute);
    known.set(key, found);
    return found;
  };
}

/** How two values relate, whichever comes first. */
export function relate(one: string, other: string): Relation {
  const [ones, others] = [foldedWords(one), foldedWords(other)];
  if (ones.length === 0 || others.length === 0) return "other";
  const [joined, otherJoined] = [ones.join(""), others.join("")];
  if (foldWords(one) === foldWords(other)) return hasSequenceOf(one, other) ? "same" : "near";
  if (joined === otherJoined && !/\d/.test(joined)) return "same";
  // A size is another size, however near its letters are.
  const isSize = [ones, others].some((words) => words.length === 1 && SIZES.has(words[0] ?? ""));
  if (isSize && ones.length === 1 && others.length === 1) return "other";
  const [less, more] = ones.length < others.length ? [ones, others] : [others, ones];
  if (less.length < more.length && less.every((word) => more.includes(word))) return "near";
  if (numbersOf(ones) !== numbersOf(others)) return "other";
  const length = Math.min(joined.length, otherJoined.length);
  const typos = length < 5 ? 0 : length < 7 ? 1 : 2;
  return typos > 0 && distance(joined, otherJoined) <= typos ? "near" : "other";
}

/** How many letters have to be changed. Not by a package, which the build would put into a file that all pages load. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 0; at < one.length; at += 1) {
    const next = [at + 1];
    for (let to = 0; to < other.length; to += 1) {
      const replaced = (row[to] ?? 0) + Number(one[at] !== other[to]);
      next.push(Math.min(replaced, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}

const numbersOf = (words: readonly string[]): string => words.filter(isNumber).join(" ");

/** White / Black is not Black / White, and A4 not 4A; Grey Heather is Heather Grey, but Navy / Dark Gray not Dark Navy / Gray. */
function hasSequenceOf(one: string, other: string): boolean {
  const [parts, others] = [partsOf(one), partsOf(other)];
  const fixed = (text: string) => foldedWords(text).filter((word) => !MOVABLE.has(word));
  const isSame = (part: string, at: number) => foldWords(part) === foldWords(others[at] ?? "");
  if (parts.length > 1 && others.length > 1) return parts.length === others.length && parts.every(isSame);
  return fixed(one).join(" ") === fixed(other).join(" ");
}

const partsOf = (text: string): string[] => text.split("/").filter((part) => foldedWords(part).length > 0);

/** The same for values that have the same words: without case, accents, signs, the sequence of the words and their spelling. */
export function foldWords(text: string): string {
  const words = foldedWords(text);
  // 12 x 18 is not 18 x 12.
  return [...words.filter((word) => !isNumber(word)).toSorted(), ...words.filter(isNumber)].join(" ");
}

const foldAll = (values: readonly string[]): string => foldWords(values.join(" "));

const attributeName = (name: string): string => {
  const folded = foldWords(name);
  return NAMES.get(folded) ?? folded;
};

const kept = new Map<string, readonly string[]>();
const MAX_KEPT = 5_000;

function foldedWords(text: string): readonly string[] {
  const known = kept.get(text);
  if (known) return known;
  if (kept.size >= MAX_KEPT) kept.clear();
  const words = splitWords(text);
  kept.set(text, words);
  return words;
}

function splitWords(text: string): string[] {
  const plain = text
    .replaceAll(/(\d)\s*½/g, "$1.5")
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/(\d)\s*(?:["”“]|′′|'')/g, "$1 in ")
    .replaceAll(/(\d)\s*['’′](?!\p{L})/gu, "$1 ft ")
    // S20+ is not S20; Gray + White is two colors.
    .replaceAll(/([\p{L}\d])\+(?![\p{L}\d])/gu, "$1 plus ")
    .replaceAll(/['’‘`′]/g, "")
    .replaceAll(/(\d),(\d)/g, "$1.$2");
  const spelled = SPELLINGS.reduce((all, [pattern, size]) => all.replaceAll(pattern, size), plain);
  const words = (spelled.match(/\dx[ls]|\d+(?:\.\d+)?|\p{L}+/gu) ?? [])
    .flatMap((word) => (SYNONYMS.get(word) ?? word).split(" "))
    // Sizes 0 and 00 are two.
    .map((word) => (isNumber(word) && Number(word) !== 0 ? String(Number(word)) : word));
  const isRange = words.filter(isNumber).length > 1;
  const means = (word: string) => !(isRange && BESIDE_NUMBERS.has(word));
  // 12 in x 18 in is 12 x 18 in.
  return words.filter((word, at) => word !== "" && means(word) && (isNumber(word) || words.indexOf(word) === at));
}

const isNumber = (word: string): boolean => /^\d+(\.\d+)?$/.test(word);
/** 12 x 18, 5-6 years; 5Y is another size than 5. */
const BESIDE_NUMBERS = new Set(["x", "by", "years"]);

/** Sizes that are written with several words or signs, each as one word. */
const SPELLINGS: readonly [RegExp, (all: string, part: string) => string][] = [
  [/\b((?:extra[\s-]+){2,})large\b/g, (_, extras) => ` ${extras.trim().split(/[\s-]+/).length}xl `],
  [/\b(\d)[\s-]*x[\s-]*l(?:arge|g)?\b/g, (_, count) => (count === "1" ? " xl " : ` ${count}xl `)],
  [/\b(x{2,8})[\s-]*l(?:arge|g)?\b/g, (_, letters) => ` ${letters.length}xl `],
  [/\b(?:extra|x)[\s-]*l(?:arge|g)?\b/g, () => " xl "],
  // 2X; 2 x 4 is none.
  [/\b(\d)x\b(?!\s*\d)/g, (_, count) => (count === "1" ? " xl " : ` ${count}xl `)],
  [/\b(\d)[\s-]*x[\s-]*s(?:mall|m)?\b/g, (_, count) => (count === "1" ? " xs " : ` ${count}xs `)],
  [/\b(x{2,8})[\s-]*s(?:mall|m)?\b/g, (_, letters) => ` ${letters.length}xs `],
  [/\b(?:extra|x)[\s-]*s(?:mall|m)?\b/g, () => " xs "],
  [/\bone[\s-]*size(?:[\s-]*fits[\s-]*(?:all|most))?\b/g, () => " onesize "],
  [/(\d)\s*m\b/g, (_, digit) => `${digit} months `],
];

/** Words with one meaning, as the last of each row. */
const SYNONYMS = new Map(
  [
    ["small", "sm", "s"],
    ["medium", "med", "md", "m"],
    ["large", "lg", "lrg", "l"],
    ["os", "osfa", "osfm", "onesize"],
    ["ys", "youth s"],
    ["ym", "youth m"],
    ["yl", "youth l"],
    ["yxl", "youth xl"],
    ["grey", "gry", "gray"],
    ["blk", "black"],
    ["wht", "white"],
    ["nvy", "navy"],
    ["offwhite", "off white"],
    ["lt", "light"],
    ["dk", "drk", "dark"],
    ["htr", "hthr", "heathered", "heather"],
    ["inch", "inches", "in"],
    ["foot", "feet", "ft"],
    ["ounce", "ounces", "oz"],
    ["y", "yr", "yrs", "year", "years"],
    ["mo", "mos", "month", "months"],
    ["and", ""],
  ].flatMap((words) => words.slice(0, -1).map((word) => [word, words.at(-1) ?? word] as const)),
);

/** Words that mean the same before and after another one. */
const MOVABLE = new Set([
  ...["heather", "heathered", "light", "dark", "bright", "vintage", "athletic", "solid", "marled"],
  ...["youth", "kids", "adult", "unisex", "mens", "womens", "toddler", "infant", "baby"],
  ...["in", "ft", "cm", "mm", "oz", "ml", "months", "years", "size"],
]);

const SIZES = new Set([
  "s",
  "m",
  "l",
  "xs",
  "xl",
  "onesize",
  ..."2345678".split("").flatMap((n) => [`${n}xs`, `${n}xl`]),
]);

/** Names that options and attributes have for one thing, by their folded words. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ["colour", "color"],
  ["colors", "color"],
  ["colours", "color"],
  ["sizes", "size"],
]);
