import { parseArtworkLink } from "../../artwork/artwork-link.ts";
import type { ShopSettings } from "../../settings/settings.ts";
import type { LineSnapshot, MappingRule } from "../../ports/order-model.ts";
import { cleanText, firstText } from "../../common/clean-text.ts";

const SIDES = ["front", "back", "mockup"] as const;
export type Side = (typeof SIDES)[number];
export type ArtworkSource = "property" | "mapping" | "metafield";

export interface UnreadableArtwork {
  side: Side;
  source: ArtworkSource;
  reason: string;
}

export interface LineArtwork {
  /** Links as they go out; "" where there is none. */
  links: Record<Side, string>;
  /** Sides that the mapping requires and that have none. */
  missing: string[];
  unreadable: UnreadableArtwork[];
}

/**
 * The artwork of one line: per side the first that is given, of properties, mapping, metafields.
 * One that is given but cannot be a link is reported, never replaced by the next: a customer's own artwork must not be
 * exchanged in silence.
 */
export function chooseArtwork(line: LineSnapshot, mapping: MappingRule, settings: ShopSettings): LineArtwork {
  const links: Record<Side, string> = { front: "", back: "", mockup: "" };
  const unreadable: UnreadableArtwork[] = [];
  for (const side of SIDES) {
    const given = firstCandidate(line, mapping, settings, side);
    if (!given) continue;
    const parsed = parseArtworkLink(given.text);
    if (parsed.ok) links[side] = toWireUrl(given.text, parsed.url);
    else unreadable.push({ side, source: given.source, reason: parsed.reason });
  }
  const given = (side: string) =>
    unreadable.some((u) => u.side === side) || SIDES.some((s) => s === side && links[s] !== "");
  return { links, missing: mapping.requiredSides.filter((side) => !given(side)), unreadable };
}

interface ArtworkCandidate {
  source: ArtworkSource;
  text: string;
}

function firstCandidate(
  line: LineSnapshot,
  mapping: MappingRule,
  settings: ShopSettings,
  side: Side,
): ArtworkCandidate | undefined {
  const mapped = { front: mapping.artworkFront, back: mapping.artworkBack, mockup: mapping.mockup };
  const candidates: ArtworkCandidate[] = [
    { source: "property", text: propertyValue(line, settings.artworkProperties[side]) },
    { source: "mapping", text: cleanText(mapped[side]) },
    { source: "metafield", text: cleanText(line.metafieldArtwork[side]) },
  ];
  return candidates.find(({ text }) => text !== "");
}

/** The first visible value among properties of these names, in the order of the names. */
function propertyValue(line: LineSnapshot, names: readonly string[]): string {
  return firstText(...names.flatMap((name) => propertiesNamed(line, name)));
}

/** Values of the line item properties with this name; case and outer blanks do not count. */
export function propertiesNamed(line: LineSnapshot, name: string): string[] {
  const fold = (text: string) => text.trim().toLowerCase();
  return line.properties.filter((p) => fold(p.name) === fold(name)).map((p) => p.value);
}

/** As given, so that signed links keep working; in the URL standard's spelling where others might read it differently. */
function toWireUrl(text: string, url: URL): string {
  return text.startsWith(`${url.origin}/`) && /^[\x21-\x5b\x5d-\x7e]+$/.test(text) ? text : url.href;
}
