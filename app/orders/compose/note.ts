import { placeholdersIn, splitTemplate } from "../../settings/note-template.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { LineSnapshot, MappingRule, Property } from "../../ports/order-model.ts";
import { cleanText, foldName } from "../../common/clean-text.ts";
import { propertiesNamed } from "./artwork.ts";
import { isCustomerDesign } from "./customer-design.ts";

export interface LineNote {
  /** As sent; "" where there is none. */
  note: string;
  /** Names of the line item properties whose text is in it. */
  used: string[];
  /** A text of the customer had to be changed: line ends, control characters or lone surrogates were in it. */
  changed: boolean;
  /** Staff wrote it for this order: nothing says which texts are in it. */
  writtenByStaff: boolean;
}

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
  if (changedNote !== undefined) return { note: cleanText(changedNote), used, changed: false, writtenByStaff: true };
  return {
    note: parts.map(({ note }) => note).join(", "),
    used,
    changed: parts.some(({ changed }) => changed),
    writtenByStaff: false,
  };
}

/**
 * Visible properties with a text that no rule uses: neither note nor artwork contains them, and the settings do not name them
 * as unimportant. shopify: a name that begins with an underscore is hidden from the customer.
 */
export function unusedProperties(line: LineSnapshot, note: LineNote, settings: ShopSettings): string[] {
  const ignored = settings.ignoredProperties.map(foldName);
  return [...new Set(visibleProperties(line).map(({ name }) => name))].filter(
    (name) => !ignored.includes(foldName(name)) && !isPrinted(name, note, settings),
  );
}

/** Whether the text of a line item property reaches the print: in the note, or as a link to artwork. */
export function isPrinted(
  name: string,
  { used }: Pick<LineNote, "used">,
  { artworkProperties: { front, back, mockup } }: Pick<ShopSettings, "artworkProperties">,
): boolean {
  return [...used, ...front, ...back, ...mockup].some((one) => foldName(one) === foldName(name));
}

/**
 * The properties that the customer saw, with a text, and hidden ones with a design that the customer made. shopify: a name that
 * begins with an underscore is hidden.
 */
export const visibleProperties = (line: LineSnapshot): Property[] =>
  line.properties.filter(
    ({ name, value }) => cleanText(value) !== "" && (!name.startsWith("_") || isCustomerDesign(value)),
  );

function fill(template: string, line: LineSnapshot): LineNote {
  const tokens = splitTemplate(template);
  const filled: LineNote = { note: "", used: [], changed: false, writtenByStaff: false };
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
