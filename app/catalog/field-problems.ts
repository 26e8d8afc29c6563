import type { ArtworkProblem } from "../ports/artwork.ts";
import { LINK_FIELDS, type FurtherSide } from "../ports/order-model.ts";

/** The fields of a mapping that staff fill in. */
export const MAPPING_FIELDS = ["itemSku", ...LINK_FIELDS, "note"] as const;
export type MappingField = (typeof MAPPING_FIELDS)[number];
/** The same with a field for each further side (`artworkSides`). */
export type FormField = MappingField | FurtherSide;

export const MAX_SKU_LENGTH = 255;

/** The problem of a field. `providerMessage`: the print service's words, for staff only. Never log them. */
export type FieldProblem =
  | { kind: "missing" }
  | { kind: "too_long"; max: number }
  /** `suggestion`: a spelling that the print service knows. */
  | { kind: "sku_rejected"; providerMessage: string | null; suggestion: string | null }
  | { kind: "link"; reason: ArtworkProblem };

export type FieldProblems = Partial<Record<FormField, FieldProblem>>;

/** No file can ever be read at such a link. */
const UNUSABLE_LINKS: readonly ArtworkProblem[] = ["bad_link", "private_address"];

/**
 * Whether staff may save anyway: the print service may be wrong about a SKU, and a file may still be missing at its link.
 * Orders are held while it is.
 */
export function isOverridable(problem: FieldProblem): boolean {
  return problem.kind === "sku_rejected" || (problem.kind === "link" && !UNUSABLE_LINKS.includes(problem.reason));
}

/** Whether there are problems, and staff may override all of them. */
export function allOverridable(problems: FieldProblems): boolean {
  const all = Object.values(problems);
  return all.length > 0 && all.every(isOverridable);
}
