import { isLongerThan } from "../common/clean-text.ts";
import type { MappedVariant } from "./product-page.ts";
import { toStoredMapping, type StoredMapping } from "./stored-mapping.ts";
import { MAPPING_FIELDS, MAX_SKU_LENGTH, type FieldProblems, type MappingField } from "./field-problems.ts";
import { LINK_FIELDS, type ArtworkSide, type FurtherArtwork, type FurtherSide } from "../ports/order-model.ts";
import { ARTWORK_SIDES, FURTHER_SIDES } from "../ports/sides.ts";
import type { Gid } from "../ports/gid.ts";

/** A mapping in the form. */
export interface Draft extends Record<MappingField, string> {
  /** "": a side whose field is shown, without artwork yet. */
  artworkSides: FurtherArtwork;
  requiredSides: ArtworkSide[];
}

/** What a new mapping begins with. */
export const NEW_DRAFT: Draft = {
  itemSku: "",
  artworkFront: "",
  artworkBack: "",
  mockup: "",
  artworkSides: {},
  note: "",
  requiredSides: ["front"],
};

export function toDraft(mapping: StoredMapping | null): Draft {
  if (!mapping) return NEW_DRAFT;
  return { ...toStoredMapping(mapping), requiredSides: sortSides(mapping.requiredSides) };
}

/** Sides in a fixed sequence. */
export const sortSides = (sides: readonly string[]): ArtworkSide[] =>
  ARTWORK_SIDES.filter((side) => sides.includes(side));

/** The further sides whose links differ. */
export const differingSides = (one: FurtherArtwork, other: FurtherArtwork): FurtherSide[] =>
  FURTHER_SIDES.filter((side) => (one[side] ?? "").trim() !== (other[side] ?? "").trim());

/** Whether saving would change nothing: space around a text is dropped. */
export function isSameDraft(one: Draft, other: Draft): boolean {
  return (
    MAPPING_FIELDS.every((field) => one[field].trim() === other[field].trim()) &&
    differingSides(one.artworkSides, other.artworkSides).length === 0 &&
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
  for (const { field, link } of linkFields(draft))
    if (!isWebUrl(link.trim())) problems[field] = { kind: "link", reason: "bad_link" };
  return problems;
}

type LinkField = (typeof LINK_FIELDS)[number] | FurtherSide;

/** The fields of a mapping that hold a link, with what they hold. */
export function linkFields(
  mapping: Record<(typeof LINK_FIELDS)[number], string> & { artworkSides: FurtherArtwork },
): { field: LinkField; link: string }[] {
  const further = FURTHER_SIDES.map((field) => ({ field, link: mapping.artworkSides[field] ?? "" }));
  const all = [...LINK_FIELDS.map((field) => ({ field, link: mapping[field] })), ...further];
  return all.filter(({ link }) => link.trim() !== "");
}

/** Whether a text looks like a link. The server checks what it leads to. */
export const isWebUrl = (text: string): boolean => /^https?:\/\/[^\s/]+/i.test(text);
