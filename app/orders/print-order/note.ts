import type { ShopSettings } from "../../settings/settings.ts";
import type { LineSnapshot, MappingRule, Property } from "../../ports/order-model.ts";
import { cleanText, foldName } from "../../common/clean-text.ts";
import { propertiesNamed } from "./artwork.ts";

export interface LineNote {
  /** As sent; "" where there is none. */
  note: string;
  /** Names of the line item properties whose text is in it. */
  used: string[];
  /** A text of the customer had to be changed: line ends, control characters or lone surrogates were in it. */
  changed: boolean;
}

/** `{Name on the back}` in a template stands for the text of that line item property. */
const PLACEHOLDER = /\{([^{}]+)\}/;
/** Separators that nothing stands before any longer. */
const LEADING_SEPARATORS = /^[\s,;:|/·–-]+/;

/**
 * The note of one item: the mapping's, then the shop's template, unless the mapping's has placeholders of its own. A property
 * without text leaves no gap: the words before it go, too. A note that staff changed is sent as it is.
 */
export function buildNote(
  line: LineSnapshot,
  mapping: MappingRule,
  settings: ShopSettings,
  changedNote?: string,
): LineNote {
  const templates = placeholdersIn(mapping.note).length > 0 ? [mapping.note] : [mapping.note, settings.noteTemplate];
  const parts = templates.map((template) => fill(template, line)).filter(({ note }) => note !== "");
  const used = parts.flatMap((part) => part.used);
  if (changedNote !== undefined) return { note: cleanText(changedNote), used, changed: false };
  return {
    note: parts.map(({ note }) => note).join(", "),
    used,
    changed: parts.some(({ changed }) => changed),
  };
}

/** The names in a template, as they are written. */
export const placeholdersIn = (template: string): string[] =>
  template.split(PLACEHOLDER).filter((_text, at) => at % 2 === 1);

/**
 * Visible properties with a text that no rule uses: neither note nor artwork contains them, and the settings do not name them
 * as unimportant. shopify: a name that begins with an underscore is hidden from the customer.
 */
export function unusedProperties(line: LineSnapshot, { used }: LineNote, settings: ShopSettings): string[] {
  const { front, back, mockup } = settings.artworkProperties;
  const known = [...used, ...front, ...back, ...mockup, ...settings.ignoredProperties].map(foldName);
  return [...new Set(visibleProperties(line).map(({ name }) => name))].filter(
    (name) => !known.includes(foldName(name)),
  );
}

/** The properties that the customer saw, with a text. shopify: a name that begins with an underscore is hidden. */
export const visibleProperties = (line: LineSnapshot): Property[] =>
  line.properties.filter(({ name, value }) => !name.startsWith("_") && cleanText(value) !== "");

function fill(template: string, line: LineSnapshot): LineNote {
  // Texts and names take turns: `"Name: {Name}, {Number}"` splits into "Name: ", "Name", ", ", "Number", "".
  const tokens = template.split(PLACEHOLDER);
  const filled: LineNote = { note: "", used: [], changed: false };
  for (let at = 1; at < tokens.length; at += 2) {
    const name = tokens[at] ?? "";
    const given = propertiesNamed(line, name).filter((value) => cleanText(value) !== "");
    if (given.length === 0) continue;
    const before = tokens[at - 1] ?? "";
    filled.note += filled.note === "" ? before.replace(LEADING_SEPARATORS, "") : before;
    filled.note += given.map(cleanText).join(", ");
    filled.used.push(name);
    filled.changed ||= given.some((value) => cleanText(value) !== value.trim());
  }
  if (tokens.length > 1 && filled.used.length === 0) return filled;
  return { ...filled, note: cleanText(filled.note + (tokens.at(-1) ?? "")) };
}
