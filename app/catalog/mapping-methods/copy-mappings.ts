import type { Proposal, VariantToMap } from "./proposal.ts";
import { keyAmong, nameKey, placeKey } from "../options.ts";
import type { StoredMapping } from "../stored-mapping.ts";

/** What is copied: another design on the same shirt needs the print SKUs alone. */
export const COPIED_PARTS = ["sku", "artwork", "note"] as const;
export type CopiedPart = (typeof COPIED_PARTS)[number];

const FIELDS = {
  sku: ["itemSku", "requiredSides"],
  artwork: ["artworkFront", "artworkBack", "mockup", "artworkSides"],
  note: ["note"],
} as const satisfies Record<CopiedPart, readonly (keyof StoredMapping)[]>;

/** Copies mappings between variants with the same option values. */
export function proposeCopy(
  from: readonly VariantToMap[],
  to: readonly VariantToMap[],
  parts: readonly CopiedPart[],
): Proposal[] {
  const byName = groupBy(from, nameKey);
  const byPlace = groupBy(from, placeKey);
  return to.map((variant) => {
    const key = keyAmong(from, variant);
    const found = (key === nameKey ? byName : byPlace).get(key(variant)) ?? [];
    const [match] = found;
    const miss = (kind: "no_match" | "match_not_mapped") => ({
      gid: variant.gid,
      values: {},
      misses: { itemSku: { kind } },
    });
    if (!match || found.length > 1) return miss("no_match");
    return match.mapping
      ? { gid: variant.gid, values: partsOf(match.mapping, parts), misses: {} }
      : miss("match_not_mapped");
  });
}

/** An empty field is copied as well: the copy prints what the original prints. */
const partsOf = (mapping: StoredMapping, parts: readonly CopiedPart[]): Partial<StoredMapping> =>
  Object.fromEntries(parts.flatMap((part) => FIELDS[part].map((field) => [field, mapping[field]])));

function groupBy(
  variants: readonly VariantToMap[],
  keyOf: (variant: VariantToMap) => string,
): Map<string, VariantToMap[]> {
  const groups = new Map<string, VariantToMap[]>();
  for (const variant of variants) groups.set(keyOf(variant), [...(groups.get(keyOf(variant)) ?? []), variant]);
  return groups;
}
