import { parseArtworkLink, wireUrl } from "../../artwork/artwork-link.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import { SIDES, type LineSnapshot, type MappingRule, type Side } from "../../ports/order-model.ts";
import { cleanText, firstText, foldName } from "../../common/clean-text.ts";

export interface LineArtwork {
  /** As sent; "" where there is none. */
  links: Record<Side, string>;
  /** Sides that the mapping requires and that have none. */
  missing: string[];
  unreadable: { side: Side; source: ArtworkSource; reason: string }[];
}

type ArtworkSource = "change" | "property" | "mapping" | "metafield";

/** The links that staff changed for one order, by side; "": the side has none. */
export type ChangedLinks = Partial<Record<Side, string>>;

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
  const links: Record<Side, string> = { front: "", back: "", mockup: "" };
  const unreadable: LineArtwork["unreadable"] = [];
  const sidesGiven = new Set<string>();
  for (const side of SIDES) {
    const given = givenLink(line, mapping, settings, side, changed[side]);
    if (!given) continue;
    sidesGiven.add(side);
    const parsed = parseArtworkLink(given.text);
    if (parsed.ok) links[side] = wireUrl(given.text, parsed.url);
    else unreadable.push({ side, source: given.source, reason: parsed.reason });
  }
  return { links, missing: mapping.requiredSides.filter((side) => !sidesGiven.has(side)), unreadable };
}

/** The text that counts for a side, before it is read as a link. */
export function givenLink(
  line: LineSnapshot,
  mapping: MappingRule,
  settings: ShopSettings,
  side: Side,
  changed?: string,
): { source: ArtworkSource; text: string } | undefined {
  if (changed !== undefined) return changed === "" ? undefined : { source: "change", text: changed };
  const mapped = { front: mapping.artworkFront, back: mapping.artworkBack, mockup: mapping.mockup };
  const candidates = [
    { source: "property", text: propertyValue(line, settings.artworkProperties[side]) },
    { source: "mapping", text: cleanText(mapped[side]) },
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
