import { isLongerThan } from "../common/clean-text.ts";
import type { MappedVariant } from "./product-page.ts";
import { toStoredMapping, type StoredMapping } from "./stored-mapping.ts";
import { MAPPING_FIELDS, MAX_SKU_LENGTH, type FieldProblems, type MappingField } from "./field-problems.ts";
import { PRINT_SIDES, type PrintSide } from "../ports/order-model.ts";
import type { Gid } from "../ports/gid.ts";

/** A mapping in the form. */
export interface Draft extends Record<MappingField, string> {
  requiredSides: PrintSide[];
}

/** What a new mapping begins with. */
export const NEW_DRAFT: Draft = {
  itemSku: "",
  artworkFront: "",
  artworkBack: "",
  mockup: "",
  note: "",
  requiredSides: ["front"],
};

export function toDraft(mapping: StoredMapping | null): Draft {
  if (!mapping) return NEW_DRAFT;
  return { ...toStoredMapping(mapping), requiredSides: sortSides(mapping.requiredSides) };
}

/** Sides in a fixed sequence. */
export const sortSides = (sides: readonly string[]): PrintSide[] => PRINT_SIDES.filter((side) => sides.includes(side));

/** Whether saving would change nothing: space around a text is dropped. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return (
    MAPPING_FIELDS.every((field) => one[field].trim() === other[field].trim()) &&
    one.requiredSides.join() === other.requiredSides.join()
  );
}

/** The drafts that differ from the stored mappings. */
export function changedDrafts(
  variants: readonly MappedVariant[],
  drafts: Readonly<Record<Gid<"ProductVariant">, Draft>>,
): { variant: MappedVariant; draft: Draft }[] {
  return variants.flatMap((variant) => {
    const draft = drafts[variant.gid];
    return draft && !isSameDraft(draft, toDraft(variant.mapping)) ? [{ variant, draft }] : [];
  });
}

/** The problems of a draft that need no request. */
export function validateDraft(draft: Draft): FieldProblems {
  const problems: FieldProblems = {};
  const itemSku = draft.itemSku.trim();
  if (itemSku === "") problems.itemSku = { kind: "missing" };
  else if (isLongerThan(itemSku, MAX_SKU_LENGTH)) problems.itemSku = { kind: "too_long", max: MAX_SKU_LENGTH };
  for (const field of ["artworkFront", "artworkBack", "mockup"] as const) {
    const link = draft[field].trim();
    if (link !== "" && !isWebUrl(link)) {
      problems[field] = { kind: "link", reason: "bad_link" };
    }
  }
  return problems;
}

/** Whether a text looks like a link. The server checks what it leads to. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text);
