import type { Mapping } from "../../prisma/client/client.ts";
import { FURTHER_SIDES } from "../ports/sides.ts";
import { MAPPING_FIELDS } from "./field-problems.ts";

/** What a variant prints as. `MAPPING_COLUMNS` (variant-copy.ts) reads the same columns. */
export type StoredMapping = Pick<
  Mapping,
  "itemSku" | "artworkFront" | "artworkBack" | "mockup" | "artworkSides" | "note" | "requiredSides"
>;

/** The mapping alone of a row with further columns. */
export function toStoredMapping(row: StoredMapping): StoredMapping {
  const { itemSku, artworkFront, artworkBack, mockup, artworkSides, note, requiredSides } = row;
  return { itemSku, artworkFront, artworkBack, mockup, artworkSides, note, requiredSides };
}

/** A mapping, and what its variant is like. */
export type ShownMapping = StoredMapping & {
  /** Stands for the variant's title, SKU and options in Shopify; without one, that is not known. */
  factsHash?: string | null;
};

/** A variant as a page or a preview showed it when staff began to change its mapping. */
export interface ShownVariant {
  mapping: ShownMapping | null;
  /** Nothing is mapped, and staff marked the variant or its product as never printed. */
  notPrinted: boolean;
}

/** Whether two mappings print the same. Sides have no sequence. */
function isSameMapping(one: StoredMapping | null, other: StoredMapping | null): boolean {
  if (!one || !other) return one === other;
  const sides = ({ requiredSides }: StoredMapping) => [...new Set(requiredSides)].toSorted().join();
  return (
    MAPPING_FIELDS.every((field) => one[field] === other[field]) &&
    FURTHER_SIDES.every((side) => one.artworkSides[side] === other.artworkSides[side]) &&
    sides(one) === sides(other)
  );
}

/**
 * Whether somebody decided about a variant since it was shown, so that saving `input` would undo that. The same mapping as
 * `input` undoes nothing: an earlier save whose answer was lost, or a colleague with the same change.
 */
export function isOutdated(shown: ShownVariant, now: ShownVariant, input: StoredMapping): boolean {
  if (now.notPrinted && !shown.notPrinted) return true;
  return !isSameMapping(now.mapping, shown.mapping) && !isSameMapping(now.mapping, input);
}

/** Whether Shopify changed a mapped variant since it was shown: whoever saves the mapping has not seen that. */
export const isChangedUnseen = ({ mapping: shown }: ShownVariant, { mapping: now }: ShownVariant): boolean =>
  typeof shown?.factsHash === "string" && typeof now?.factsHash === "string" && shown.factsHash !== now.factsHash;
