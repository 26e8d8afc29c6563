import { MAPPING_FIELDS, type FieldProblems, type MappingField } from "../field-problems.ts";
import { isSameDraft, sortSides, toDraft, validateDraft, type Draft } from "../mapping-drafts.ts";
import type { ShownMapping, ShownVariant } from "../stored-mapping.ts";
import type { Proposal, VariantToMap } from "./proposal.ts";

/** A variant that a method may map. */
export interface Target extends VariantToMap, ShownVariant {
  mapping: ShownMapping | null;
  name: string;
}

/** What a method would do to one variant. */
export interface PreviewRow {
  target: Target;
  /** null: not mapped. */
  before: Draft | null;
  after: Draft;
  changed: MappingField[];
  /** Fields that keep the variant from being saved. */
  problems: FieldProblems;
  misses: Proposal["misses"];
}

export interface Preview {
  /** Variants that would be saved. */
  rows: PreviewRow[];
  /** Variants that cannot be saved. */
  leftOut: PreviewRow[];
  /** Variants that stay as they are. */
  unchanged: number;
}

/** Compares proposals with what is stored. */
export function toPreview(targets: readonly Target[], proposals: readonly Proposal[]): Preview {
  const proposed = new Map(proposals.map((one) => [one.gid, one]));
  const all = targets.flatMap((target) => {
    const proposal = proposed.get(target.gid);
    return proposal ? [toRow(target, proposal)] : [];
  });
  const isLeftOut = (row: PreviewRow) => Object.keys({ ...row.problems, ...row.misses }).length > 0;
  const touched = all.filter((row) => isLeftOut(row) || !isSameDraft(row.after, toDraft(row.target.mapping)));
  return {
    rows: touched.filter((row) => !isLeftOut(row)),
    leftOut: touched.filter(isLeftOut),
    unchanged: all.length - touched.length,
  };
}

function toRow(target: Target, { values, misses }: Proposal): PreviewRow {
  const before = target.mapping && toDraft(target.mapping);
  const kept = toDraft(target.mapping);
  const after: Draft = { ...kept, ...values, requiredSides: sortSides(values.requiredSides ?? kept.requiredSides) };
  const isUntouched = Object.keys(values).length === 0 && Object.keys(misses).length === 0;
  return {
    target,
    before,
    after,
    changed: MAPPING_FIELDS.filter((field) => after[field].trim() !== kept[field].trim()),
    // An unmapped variant that the method says nothing about stays unmapped.
    problems: isUntouched ? {} : validateDraft(after),
    misses,
  };
}
