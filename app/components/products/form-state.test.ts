import { expect, it } from "vitest";
import type { ProductVariant } from "../../catalog/product-page.ts";
import type { StoredMapping } from "../../catalog/stored-mapping.ts";
import { gidOf, type Gid } from "../../ports/gid.ts";
import { changedDrafts, toDraft, isWebUrl, validateDraft } from "../../catalog/mapping-drafts.ts";
import {
  INITIAL_STATE,
  withCopy,
  withSaveResult,
  withChange,
  withShown,
  withValidation,
  withFieldValidated,
  withoutVariants,
} from "./form-state.ts";

const STORED: StoredMapping = {
  itemSku: "TEE",
  artworkFront: "https://art.example/a.png",
  artworkBack: "",
  mockup: "",
  artworkSides: {},
  note: "",
  requiredSides: ["back", "front"],
};
const variant = (gid: Gid<"ProductVariant">, mapping: StoredMapping | null): ProductVariant => ({
  gid,
  shopify: null,
  mapping,
  unsentOrders: 0,
  heldOrders: 0,
  notPrinted: false,
  change: null,
});
const A = gidOf("ProductVariant", "1");
const B = gidOf("ProductVariant", "2");
const VARIANTS = [variant(A, STORED), variant(B, null)];
const EMPTY = toDraft(null);
const change = (gid: Gid<"ProductVariant">, text: Partial<typeof EMPTY>, state = INITIAL_STATE) =>
  withChange(state, gid, toDraft(VARIANTS.find((one) => one.gid === gid)?.mapping ?? null), text);
const changed = (state: typeof INITIAL_STATE) => changedDrafts(VARIANTS, state.drafts);

it("counts only drafts that saving would change", () => {
  expect(changed(change(A, { itemSku: " TEE " }))).toEqual([]);
  expect(changed(change(A, { requiredSides: ["front", "back"] }))).toEqual([]);
  expect(changed(change(B, { itemSku: " " }))).toEqual([]);
  expect(changed(change(B, { requiredSides: [] })).map(({ variant }) => variant.gid)).toEqual([B]);
});

it("finds invalid drafts, and sends the others", () => {
  const state = change(B, { artworkFront: "front.png" }, change(A, { itemSku: "MUG" }));
  const validated = withValidation(state, changed(state));
  expect(validated.valid.map(({ variant }) => variant.gid)).toEqual([A]);
  expect(validated.state.outcome).toEqual({ saved: 0, notSaved: 1, failed: false });
  expect(validated.state.problems).toMatchObject({
    [B]: { itemSku: { kind: "missing" }, artworkFront: { kind: "link", reason: "bad_link" } },
  });
  const after = withSaveResult(validated.state, [
    { variantGid: A, saved: true, problems: {}, outdated: null, priced: null },
  ]);
  expect([Object.keys(after.drafts), after.outcome]).toEqual([[B], { saved: 1, notSaved: 1, failed: false }]);
});

it("keeps what staff typed while the draft before was saved, against what is saved now", () => {
  const begun = withShown(change(A, { itemSku: "MUG" }), variant(A, STORED));
  const { state } = withValidation(begun, changed(begun));
  const typedOn = withChange(state, A, state.drafts[A] ?? EMPTY, { note: "On the back" });
  const saved = { variantGid: A, saved: true, problems: {}, outdated: null, priced: null };
  const after = withSaveResult(typedOn, [saved]);
  expect(after.drafts[A]).toMatchObject({ itemSku: "MUG", note: "On the back" });
  expect(after.shown).toEqual({});
  expect(withSaveResult(state, [saved]).drafts).toEqual({});
});

it("keeps an unsaved draft with its problem until the field is changed", () => {
  const problems = { itemSku: { kind: "sku_rejected", providerMessage: null, suggestion: null } } as const;
  const state = change(B, { itemSku: "NOPE" });
  const after = withSaveResult(state, [
    { variantGid: B, saved: false, problems, outdated: null, priced: { status: "rejected", providerMessage: null } },
  ]);
  expect(after).toMatchObject({ drafts: { [B]: { itemSku: "NOPE" } }, problems: { [B]: problems } });
  expect(change(B, { note: "x" }, after).problems).toEqual({ [B]: problems });
  const corrected = change(B, { itemSku: "TEE" }, after);
  expect([corrected.problems, corrected.priced]).toEqual([{ [B]: {} }, {}]);
});

it("checks a changed draft again, whatever staff accepted for the one before", () => {
  const accepted = { ...change(A, { itemSku: "BAD1" }), saveAnyway: { [A]: true, [B]: true } };
  expect(change(A, { itemSku: "BAD2" }, accepted).saveAnyway).toEqual({ [B]: true });
});

it("copies artwork to an unmapped variant without asking for its SKU, until staff types one", () => {
  const copied = { artworkFront: "https://art.example/b.png" };
  const [mapped, unmapped] = VARIANTS as [ProductVariant, ProductVariant];
  const state = withCopy(withCopy(INITIAL_STATE, mapped, toDraft(STORED), copied), unmapped, EMPTY, copied);
  expect(changed(state).map(({ variant }) => variant.gid)).toEqual([A]);
  expect(withValidation(state, changed(state)).state.outcome).toBeNull();
  const typed = withChange(state, B, state.prefilled[B] ?? EMPTY, { itemSku: "MUG" });
  expect(changed(typed).at(-1)).toMatchObject({ variant: { gid: B }, draft: { itemSku: "MUG", ...copied } });
});

it("keeps what staff saw until the save, and after a refusal what somebody else saved", () => {
  const [mapped] = VARIANTS as [ProductVariant, ProductVariant];
  const shown = { mapping: STORED, notPrinted: false };
  const theirs = { mapping: { ...STORED, itemSku: "THEIRS" }, notPrinted: false };
  const begun = change(A, { itemSku: "MINE" }, withShown(INITIAL_STATE, mapped));
  // The page is loaded again while staff types on.
  const later = change(A, { itemSku: "MINE", note: "x" }, withShown(begun, { ...mapped, mapping: theirs.mapping }));
  expect(later.shown).toEqual({ [A]: shown });
  const refused = { variantGid: A, saved: false, problems: {}, outdated: theirs, priced: null };
  const after = withSaveResult(later, [refused]);
  expect(after).toMatchObject({ shown: { [A]: theirs }, outdated: { [A]: theirs }, outcome: null });
  expect(after.drafts[A]?.itemSku).toBe("MINE");
  const saved = withSaveResult(after, [{ ...refused, saved: true, outdated: null }]);
  expect([saved.drafts, saved.shown, saved.outdated]).toEqual([{}, {}, {}]);
});

it("validates a field that lost the focus, but not an empty one", () => {
  expect(withFieldValidated(INITIAL_STATE, B, EMPTY, "itemSku")).toBe(INITIAL_STATE);
  expect(withFieldValidated(INITIAL_STATE, B, { ...EMPTY, mockup: "x" }, "mockup").problems).toMatchObject({
    [B]: { mockup: {} },
  });
});

it("drops the draft of a variant", () => {
  expect(withoutVariants(change(B, { itemSku: "NOPE" }), [B])).toEqual(INITIAL_STATE);
});

it.each([
  ["https://art.example/a.png", true],
  ["HTTP://art.example", true],
  ["art.example/a.png", false],
  ["javascript:alert(1)", false],
  ["https://", false],
])("%s: %s", (text, is) => expect(isWebUrl(text)).toBe(is));

it("finds a print SKU that is too long to be saved", () => {
  const problems = (length: number) => validateDraft({ ...toDraft(STORED), itemSku: ` ${"T".repeat(length)} ` });
  expect([problems(255), problems(256)]).toEqual([{}, { itemSku: { kind: "too_long", max: 255 } }]);
});

it("finds no problem in a complete draft", () => expect(validateDraft(toDraft(STORED))).toEqual({}));
