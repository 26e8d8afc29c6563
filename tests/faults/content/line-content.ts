import { fillTemplate, oneLine, type NotePart, type Property } from "./note-template.ts";

/** What an item is printed as. */
export interface ItemContent {
  itemSku: string;
  artworkFront: string;
  artworkBack: string;
  mockup: string;
  note: string;
}

/** What a merchant mapped a variant to. A note of placeholders replaces the shop's template; a fixed one stands before it. */
export interface Mapping {
  itemSku: string;
  artworkFront: string;
  note: string | readonly NotePart[];
}

/** What a shop's settings say about the texts of its customers. */
export interface TextRules {
  /** Staff reviews the lines that have this property; null: none. */
  reviewed: string | null;
  /** Any text that nothing uses holds the order, not only one to review. */
  holdsUnused: boolean;
}

/** Line item properties that carry artwork, and one that says nothing about the print: the same in every shop of the run. */
export const ARTWORK_PROPERTIES = { front: "Front artwork", back: "Back artwork", mockup: "_mockup" } as const;
export const IGNORED_PROPERTY = "Gift wrap";

export interface LineContent {
  item: ItemContent;
  /** Staff has to approve the text. */
  needsReview: boolean;
  /** Names of the texts that are not printed, and that staff has to leave out knowingly. */
  unused: string[];
}

/** How a line has to be printed: computed without the app's own code. */
export function lineContent(
  properties: readonly Property[],
  mapping: Mapping,
  template: readonly NotePart[],
  rules: TextRules,
): LineContent {
  const valueOf = (name: string) => properties.find((property) => property.name === name)?.value;
  const fixed = typeof mapping.note === "string" ? mapping.note : "";
  const parts = typeof mapping.note === "string" ? template : mapping.note;
  const texts = properties.filter(({ name }) => parts.some(({ property }) => property === name));
  const item = {
    itemSku: mapping.itemSku,
    artworkFront: valueOf(ARTWORK_PROPERTIES.front) ?? mapping.artworkFront,
    artworkBack: valueOf(ARTWORK_PROPERTIES.back) ?? "",
    mockup: valueOf(ARTWORK_PROPERTIES.mockup) ?? "",
    note: [fixed, fillTemplate(parts, properties)].filter((text) => text !== "").join(", "),
  };
  const isPrinted = (name: string) =>
    Object.values<string>(ARTWORK_PROPERTIES).includes(name) || texts.some((text) => text.name === name);
  const isReviewed = (name: string) => name === rules.reviewed;
  const isHeld = (name: string) =>
    isReviewed(name) || (rules.holdsUnused && !name.startsWith("_") && name !== IGNORED_PROPERTY);
  return {
    item,
    needsReview: texts.some(({ name, value }) => isReviewed(name) || oneLine(value) !== value),
    unused: properties.filter(({ name }) => isHeld(name) && !isPrinted(name)).map(({ name }) => name),
  };
}
