import { parseArtworkLink, wireUrl } from "../../artwork/artwork-link.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import {
  LINK_FIELD,
  PRINT_SIDES,
  type FurtherArtwork,
  type FurtherSide,
  type LineSnapshot,
  type MappingRule,
  type Property,
  type Side,
} from "../../ports/order-model.ts";
import { FURTHER_SIDES } from "../../ports/sides.ts";
import { cleanText, firstText, foldName } from "../../common/clean-text.ts";
import { cleanLines } from "../../artwork/text-layout.ts";
import type { TextPlacement } from "../../ports/text-placement.ts";
import { placeholdersIn, splitTemplate } from "../../settings/note-template.ts";

export interface LineArtwork {
  /** As sent; "" where there is none. */
  links: Record<OwnSide, string>;
  /** The same of further sides, those without left out. */
  further: FurtherArtwork;
  /** Sides that the mapping requires and that have none. */
  missing: string[];
  unreadable: { side: Side; source: ArtworkSource; reason: string }[];
}

/** The sides that an order, staff and metafields may have links for; further ones are in the mapping alone. */
const OWN_SIDES = [...PRINT_SIDES, "mockup"] as const;
export type OwnSide = (typeof OWN_SIDES)[number];

type ArtworkSource = "change" | "property" | "mapping" | "metafield";

/** The links that staff changed for one order, by side; "": the side has none. */
export type ChangedLinks = Partial<Record<OwnSide, string>>;

/**
 * The artwork of one line: for each side the link that staff changed, or the first given of properties, mapping and metafields.
 * A text that cannot be a link is reported, never replaced by the next source: the customer's own artwork must not be
 * exchanged silently.
 */
export function chooseArtwork(
  line: LineSnapshot,
  mapping: MappingRule,
  settings: ShopSettings,
  changed: ChangedLinks = {},
): LineArtwork {
  const links: LineArtwork["links"] = { front: "", back: "", mockup: "" };
  const further: FurtherArtwork = {};
  const unreadable: LineArtwork["unreadable"] = [];
  const sidesGiven = new Set<Side>();
  const take = <One extends Side>(into: Partial<Record<One, string>>, side: One, given: GivenLink | undefined) => {
    if (!given) return;
    sidesGiven.add(side);
    const parsed = parseArtworkLink(given.text);
    if (parsed.ok) into[side] = wireUrl(given.text, parsed.url);
    else unreadable.push({ side, source: given.source, reason: parsed.reason });
  };
  for (const side of OWN_SIDES) take(links, side, givenLink(line, mapping, settings, side, changed[side]));
  for (const side of FURTHER_SIDES) take<FurtherSide>(further, side, furtherLink(mapping, side));
  return { links, further, missing: mapping.requiredSides.filter((side) => !sidesGiven.has(side)), unreadable };
}

interface GivenLink {
  source: ArtworkSource;
  text: string;
}

function furtherLink({ artworkSides = {} }: MappingRule, side: FurtherSide): GivenLink | undefined {
  const text = cleanText(artworkSides[side]);
  return text === "" ? undefined : { source: "mapping", text };
}

/** The text that counts for a side, before it is read as a link. */
export function givenLink(
  line: LineSnapshot,
  mapping: MappingRule,
  settings: ShopSettings,
  side: OwnSide,
  changed?: string,
): GivenLink | undefined {
  if (changed !== undefined) return changed === "" ? undefined : { source: "change", text: changed };
  const candidates = [
    { source: "property", text: propertyValue(line, settings.artworkProperties[side]) },
    { source: "mapping", text: cleanText(mapping[LINK_FIELD[side]]) },
    { source: "metafield", text: cleanText(line.metafieldArtwork[side]) },
  ] as const;
  return candidates.find(({ text }) => text !== "");
}

/** The first visible value among properties of these names, in the order of the names. */
function propertyValue(line: LineSnapshot, names: readonly string[]): string {
  return firstText(...names.flatMap((name) => propertiesNamed(line, name)));
}

/** Values of the line item properties with this name, ignoring case and outer blanks. */
export function propertiesNamed(line: LineSnapshot, name: string): string[] {
  return line.properties.filter((p) => foldName(p.name) === foldName(name)).map((p) => p.value);
}

/** The text of a line that a placement draws, in lines; "" where the customer wrote none. */
export function placedText(line: LineSnapshot, { property }: TextPlacement): string {
  if (property !== "") return cleanLines(propertiesNamed(line, property).join("\n"));
  const written = visibleProperties(line).filter(({ value }) => !isCustomerDesign(value));
  return cleanLines(written.map(({ value }) => value).join("\n"));
}

/** Names of the line item properties whose text a placement draws. */
export function placedProperties(line: LineSnapshot, { property }: TextPlacement): string[] {
  if (property !== "") return [property];
  return visibleProperties(line).flatMap(({ name, value }) => (isCustomerDesign(value) ? [] : [name]));
}

export interface LineNote {
  /** As sent; "" where there is none. */
  note: string;
  /** Names of the line item properties whose text is in it, or on the artwork of the print file that is made. */
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

/** The note with what a rule of the shop adds. */
export function withAddition(note: LineNote, added: string): LineNote {
  if (note.writtenByStaff || added === "") return note;
  return { ...note, note: [note.note, added].filter((part) => part !== "").join(", ") };
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

/**
 * Whether the text of a property is a design that the customer made: product customizers store a link to its picture, or JSON with its
 * texts and such links.
 */
const isCustomerDesign = (text: string): boolean =>
  PICTURE_LINK.test(text.trim().split(/[?#]/, 1)[0] ?? "") || JSON_WITH_LINK.test(text);

const PICTURE_LINK = /^https?:\/\/\S+\.(?:png|jpe?g|webp|gif|svg|pdf|tiff?)$/i;
/** JSON may escape the slashes. */
const JSON_WITH_LINK = /^\s*[[{][^]*"https?:(?:\\?\/){2}/i;
