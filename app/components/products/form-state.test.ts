import { expect, it } from "vitest";
import type { ProductVariant, StoredMapping } from "../../catalog/product-page.ts";
import { changedDrafts, toDraft, isWebUrl, validateDraft } from "./mapping-drafts.ts";
import {
  INITIAL_STATE,
  withCopy,
  withSaveResult,
  withChange,
  withValidation,
  withFieldValidated,
  withoutVariants,
} from "./form-state.ts";

const STORED: StoredMapping = {
  itemSku: "TEE",
  artworkFront: "https://art.example/a.png",
  artworkBack: "",
  mockup: "",
  note: "",
  requiredSides: ["back", "front"],
};
const variant = (gid: string, mapping: StoredMapping | null): ProductVariant => ({
  gid,
  shopify: null,
  mapping,
  unsentOrders: 0,
  heldOrders: 0,
  notPrinted: false,
});
const VARIANTS = [variant("a", STORED), variant("b", null)];
const EMPTY = toDraft(null);
const change = (gid: string, text: Partial<typeof EMPTY>, state = INITIAL_STATE) =>
  withChange(state, gid, toDraft(VARIANTS.find((one) => one.gid === gid)?.mapping ?? null), text);
const changed = (state: typeof INITIAL_STATE) => changedDrafts(VARIANTS, state.drafts);

it("counts only drafts that saving would change", () => {
  expect(changed(change("a", { itemSku: " TEE " }))).toEqual([]);
  expect(changed(change("a", { requiredSides: ["front", "back"] }))).toEqual([]);
  expect(changed(change("b", { itemSku: " " }))).toEqual([]);
  expect(changed(change("b", { requiredSides: [] })).map(({ variant }) => variant.gid)).toEqual(["b"]);
});

it("finds invalid drafts, and sends the others", () => {
  const state = change("b", { artworkFront: "front.png" }, change("a", { itemSku: "MUG" }));
  const validated = withValidation(state, changed(state));
  expect(validated.valid.map(({ variant }) => variant.gid)).toEqual(["a"]);
  expect(validated.state.outcome).toEqual({ saved: 0, notSaved: 1, failed: false });
  expect(validated.state.problems).toMatchObject({
    b: { itemSku: { kind: "missing" }, artworkFront: { kind: "link", reason: "bad_link" } },
  });
  const outcomes = [{ variantGid: "a", saved: true, problems: {}, priced: null }];
  const after = withSaveResult(validated.state, outcomes);
  expect([Object.keys(after.drafts), after.outcome]).toEqual([["b"], { saved: 1, notSaved: 1, failed: false }]);
});

it("keeps an unsaved draft with its problem until the field is changed", () => {
  const problems = { itemSku: { kind: "sku_rejected", providerMessage: null, suggestion: null } } as const;
  const state = change("b", { itemSku: "NOPE" });
  const after = withSaveResult(state, [
    { variantGid: "b", saved: false, problems, priced: { status: "rejected", providerMessage: null } },
  ]);
  expect(after).toMatchObject({ drafts: { b: { itemSku: "NOPE" } }, problems: { b: problems } });
  expect(change("b", { note: "x" }, after).problems).toEqual({ b: problems });
  const corrected = change("b", { itemSku: "TEE" }, after);
  expect([corrected.problems, corrected.priced]).toEqual([{ b: {} }, {}]);
});

it("copies artwork to an unmapped variant without asking for its SKU, until staff types one", () => {
  const copied = { artworkFront: "https://art.example/b.png" };
  const [mapped, unmapped] = VARIANTS as [ProductVariant, ProductVariant];
  const state = withCopy(withCopy(INITIAL_STATE, mapped, toDraft(STORED), copied), unmapped, EMPTY, copied);
  expect(changed(state).map(({ variant }) => variant.gid)).toEqual(["a"]);
  expect(withValidation(state, changed(state)).state.outcome).toBeNull();
  const typed = withChange(state, "b", state.prefilled["b"] ?? EMPTY, { itemSku: "MUG" });
  expect(changed(typed).at(-1)).toMatchObject({ variant: { gid: "b" }, draft: { itemSku: "MUG", ...copied } });
});

it("validates a field that lost the focus, but not an empty one", () => {
  expect(withFieldValidated(INITIAL_STATE, "b", EMPTY, "itemSku")).toBe(INITIAL_STATE);
  expect(withFieldValidated(INITIAL_STATE, "b", { ...EMPTY, mockup: "x" }, "mockup").problems).toMatchObject({
    b: { mockup: {} },
  });
});

it("drops the draft of a variant", () => {
  expect(withoutVariants(change("b", { itemSku: "NOPE" }), ["b"])).toEqual(INITIAL_STATE);
});

it.each([
  ["https://art.example/a.png", true],
  ["HTTP://art.example", true],
  ["art.example/a.png", false],
  ["javascript:alert(1)", false],
  ["https://", false],
])("%s: %s", (text, is) => expect(isWebUrl(text)).toBe(is));

it("finds no problem in a complete draft", () => expect(validateDraft(toDraft(STORED))).toEqual({}));
