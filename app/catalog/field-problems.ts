import type { ArtworkProblem } from "../ports/artwork.ts";

/** The fields of a mapping that a person fills in. */
export const MAPPING_FIELDS = ["itemSku", "artworkFront", "artworkBack", "mockup", "note"] as const;
export type MappingField = (typeof MAPPING_FIELDS)[number];

/** What is wrong with a field. `words`: the print service's own, for the person who asked; never log them. */
export type FieldProblem =
  | { kind: "missing" }
  | { kind: "too_long"; max: number }
  | { kind: "sku_rejected"; providerMessage: string | null }
  | { kind: "link"; reason: ArtworkProblem; temporary: boolean };

export type FieldProblems = Partial<Record<MappingField, FieldProblem>>;

/** Whether a person may save in spite of it: the print service may be wrong about a SKU, and a link may be fine later. */
function isOverridable(problem: FieldProblem): boolean {
  return problem.kind === "sku_rejected" || (problem.kind === "link" && problem.temporary);
}

/** Whether there are problems, and a person may overrule all of them. */
export function allOverridable(problems: FieldProblems): boolean {
  const all = Object.values(problems);
  return all.length > 0 && all.every(isOverridable);
}
