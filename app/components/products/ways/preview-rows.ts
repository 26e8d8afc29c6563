import { MAPPING_FIELDS, type FieldProblems, type MappingField } from "../../../catalog/field-problems.ts";
import type { ProductPage, ProductVariant } from "../../../catalog/product-page.ts";
import type { Proposal, WayVariant } from "../../../catalog/ways/proposal.ts";
import { variantName, whyNotPrintable } from "../copy.ts";
import { isSameDraft, sortSides, toDraft, validateDraft, type Draft } from "../mapping-drafts.ts";

/** A variant that a way may map. */
export interface Target extends WayVariant {
  name: string;
}

/** What a way would do to one variant. */
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

/** The variants of a product that a way may map: those that can be printed, and that staff did not mark as never printed. */
export function targetsOf(page: ProductPage): Target[] {
  const giftCard = page.shopify?.giftCard ?? false;
  const isTarget = (one: ProductVariant) =>
    one.shopify !== null && !one.notPrinted && whyNotPrintable(one, giftCard) === null;
  return page.variants.filter(isTarget).map((variant) => ({
    gid: variant.gid,
    productGid: page.gid,
    name: variantName(variant),
    sku: variant.shopify?.sku ?? null,
    options: variant.shopify?.options ?? [],
    mapping: variant.mapping,
  }));
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
    // An unmapped variant that the way says nothing about stays unmapped.
    problems: isUntouched ? {} : validateDraft(after),
    misses,
  };
}
