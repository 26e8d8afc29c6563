import { MAPPING_FIELDS } from "./field-problems.ts";
import type { StoredMapping } from "./stored-mapping.ts";

/** A variant as a page or a preview showed it when staff began to change its mapping. */
export interface ShownVariant {
  mapping: StoredMapping | null;
  /** Nothing is mapped, and staff marked the variant or its product as never printed. */
  notPrinted: boolean;
}

/** Whether two mappings print the same. Sides have no sequence. */
function isSameMapping(one: StoredMapping | null, other: StoredMapping | null): boolean {
  if (!one || !other) return one === other;
  const sides = ({ requiredSides }: StoredMapping) => [...new Set(requiredSides)].toSorted().join();
  return MAPPING_FIELDS.every((field) => one[field] === other[field]) && sides(one) === sides(other);
}

/**
 * Whether somebody decided about a variant since it was shown, so that saving `input` would undo that. The same mapping as
 * `input` undoes nothing: an earlier save whose answer was lost, or a colleague with the same change.
 */
export function isOutdated(shown: ShownVariant, now: ShownVariant, input: StoredMapping): boolean {
  if (now.notPrinted && !shown.notPrinted) return true;
  return !isSameMapping(now.mapping, shown.mapping) && !isSameMapping(now.mapping, input);
}
