import type { Gid } from "../../ports/gid.ts";
import type { MetafieldProblem } from "../../ports/artwork.ts";
import { MAPPING_FIELDS, type FormField, type MappingField, type FieldProblems } from "../field-problems.ts";
import type { StoredMapping, ShownMapping, ShownVariant } from "../stored-mapping.ts";
import { differingSides, isSameDraft, sortSides, toDraft, validateDraft, type Draft } from "../mapping-drafts.ts";

/** What a method of mapping knows of a variant. */
export interface VariantToMap {
  gid: Gid<"ProductVariant">;
  productGid: Gid<"Product">;
  /** The shop's own SKU. */
  sku: string | null;
  options: readonly { name: string; value: string }[];
  mapping: StoredMapping | null;
}

/** Why a method has no value for a variant. */
export type Miss =
  /** The variant has no such option. */
  | { kind: "no_option"; option: string }
  /** The variant has no SKU in Shopify. */
  | { kind: "no_shopify_sku" }
  /** The other product has no variant with these options, or several. */
  | { kind: "no_match" }
  /** The other product's variant with these options is not mapped. */
  | { kind: "match_not_mapped" }
  /** The metafield names no artwork. */
  | { kind: "metafield"; name: string; problem: MetafieldProblem };

/** What a method would change of a variant's mapping. Only fields that the method sets are named. */
export interface Proposal {
  gid: Gid<"ProductVariant">;
  values: Partial<StoredMapping>;
  /** By the field that the method cannot set. A variant with a miss is not saved. */
  misses: Partial<Record<MappingField, Miss>>;
}

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
  changed: FormField[];
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
    changed: [
      ...MAPPING_FIELDS.filter((field) => after[field].trim() !== kept[field].trim()),
      ...differingSides(after.artworkSides, kept.artworkSides),
    ],
    // An unmapped variant that the method says nothing about stays unmapped.
    problems: isUntouched ? {} : validateDraft(after),
    misses,
  };
}
