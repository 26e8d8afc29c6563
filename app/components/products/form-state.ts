import type { MappingOutcome } from "../../catalog/save-valid-mappings.ts";
import type { MappedVariant } from "../../catalog/product-page.ts";
import type { ShownVariant } from "../../catalog/stored-mapping.ts";
import type { FieldProblems, FormField } from "../../catalog/field-problems.ts";
import type { PriceResult } from "../../quotes/basket.ts";
import { differingSides, validateDraft, type Draft } from "../../catalog/mapping-drafts.ts";
import type { Gid } from "../../ports/gid.ts";

type ByVariant<T> = Readonly<Record<Gid<"ProductVariant">, T>>;

/** The drafts of a product's mappings by variant gid, with their problems. */
export interface FormState {
  drafts: ByVariant<Draft>;
  /** What the fields of an unmapped variant begin with: artwork copied from another one. No change before staff types. */
  prefilled: ByVariant<Draft>;
  /** The variants as staff saw them when their drafts began; after a refused save, as the refusal showed them. */
  shown: ByVariant<ShownVariant>;
  /** Not saved, since somebody changed the variant meanwhile: as it is now. */
  outdated: ByVariant<ShownVariant>;
  problems: ByVariant<FieldProblems>;
  /** The print service's price of a SKU at its last saving. */
  priced: ByVariant<PriceResult | null>;
  saveAnyway: ByVariant<boolean>;
  /** The drafts that the last saving sent. */
  sent: ByVariant<Draft>;
  /** The result of the last saving, if not every mapping was saved. */
  outcome: { saved: number; notSaved: number; failed: boolean } | null;
}

export const INITIAL_STATE: FormState = {
  drafts: {},
  prefilled: {},
  shown: {},
  outdated: {},
  problems: {},
  priced: {},
  saveAnyway: {},
  sent: {},
  outcome: null,
};

export interface DraftChange {
  variant: MappedVariant;
  draft: Draft;
}

/** Keeps how a variant is when its draft begins: what somebody changes later is not overwritten. */
export const withShown = (state: FormState, { gid, mapping, notPrinted }: MappedVariant): FormState => ({
  ...state,
  shown: { [gid]: { mapping, notPrinted }, ...state.shown },
});

/** A changed field loses its problem, and what staff accepted for it. `draft`: the variant's present draft. */
export function withChange(
  state: FormState,
  gid: Gid<"ProductVariant">,
  draft: Draft,
  change: Partial<Draft>,
): FormState {
  const sides = differingSides(draft.artworkSides, change.artworkSides ?? draft.artworkSides);
  return {
    ...state,
    drafts: { ...state.drafts, [gid]: { ...draft, ...change } },
    problems: { ...state.problems, [gid]: without(state.problems[gid] ?? {}, [...Object.keys(change), ...sides]) },
    priced: "itemSku" in change ? without(state.priced, [gid]) : state.priced,
    // Ticked for the draft before: nobody has seen what is wrong with this one.
    saveAnyway: without(state.saveAnyway, [gid]),
  };
}

/** Copies artwork to a variant. An unmapped one has no SKU yet, and is not saved before it has. */
export function withCopy(
  state: FormState,
  { gid, mapping }: MappedVariant,
  draft: Draft,
  copied: Partial<Draft>,
): FormState {
  if (mapping || state.drafts[gid]) return withChange(state, gid, draft, copied);
  return { ...state, prefilled: { ...state.prefilled, [gid]: { ...draft, ...copied } } };
}

/** Validates a field that lost the focus. A missing value is no problem yet. */
export function withFieldValidated(
  state: FormState,
  gid: Gid<"ProductVariant">,
  draft: Draft,
  field: FormField,
): FormState {
  const problem = validateDraft(draft)[field];
  if (!problem || problem.kind === "missing") return state;
  return { ...state, problems: { ...state.problems, [gid]: { ...state.problems[gid], [field]: problem } } };
}

/** Splits the changes into valid ones and those with problems. */
export function withValidation(
  state: FormState,
  changes: readonly DraftChange[],
): { state: FormState; valid: DraftChange[] } {
  const validated = changes.map((change) => ({ change, problems: validateDraft(change.draft) }));
  const isValid = (one: (typeof validated)[number]) => Object.keys(one.problems).length === 0;
  const invalid = validated.filter((one) => !isValid(one));
  const problems = {
    ...state.problems,
    ...Object.fromEntries(invalid.map(({ change, problems }) => [change.variant.gid, problems])),
  };
  const outcome = invalid.length > 0 ? { saved: 0, notSaved: invalid.length, failed: false } : null;
  const valid = validated.filter(isValid).map(({ change }) => change);
  const sent = Object.fromEntries(
    valid.map(({ variant: { gid }, draft }) => [gid, state.drafts[gid] ?? draft]),
  ) as FormState["sent"];
  return { state: { ...state, problems, outcome, sent }, valid };
}

/** Drops the drafts that were saved, unless staff has typed on since; the others get their problems. */
export function withSaveResult(state: FormState, outcomes: readonly MappingOutcome[]): FormState {
  const saved = outcomes.filter((one) => one.saved);
  const unsaved = outcomes.filter((one) => !one.saved);
  const notSaved = unsaved.filter((one) => !one.outdated).length + (state.outcome?.notSaved ?? 0);
  const gids = saved.map((one) => one.variantGid);
  const rest = withoutVariants(state, gids);
  const typedOn = gids.flatMap((gid) => {
    const draft = state.drafts[gid];
    return draft && state.sent[gid] && draft !== state.sent[gid] ? [[gid, draft] as const] : [];
  });
  const outdated = Object.fromEntries(
    unsaved.flatMap((one) => (one.outdated ? [[one.variantGid, one.outdated]] : [])),
  ) as FormState["outdated"];
  return {
    ...rest,
    drafts: { ...rest.drafts, ...Object.fromEntries(typedOn) },
    sent: {},
    outdated: { ...rest.outdated, ...outdated },
    // The page shows them beside the drafts: the next save replaces what staff has seen.
    shown: { ...rest.shown, ...outdated },
    problems: { ...rest.problems, ...Object.fromEntries(unsaved.map((one) => [one.variantGid, one.problems])) },
    priced: { ...rest.priced, ...Object.fromEntries(outcomes.map((one) => [one.variantGid, one.priced])) },
    outcome: notSaved > 0 ? { saved: saved.length, notSaved, failed: false } : null,
  };
}

/** Drops the drafts of these variants. */
export function withoutVariants(state: FormState, gids: readonly Gid<"ProductVariant">[]): FormState {
  return {
    ...state,
    drafts: without(state.drafts, gids),
    prefilled: without(state.prefilled, gids),
    shown: without(state.shown, gids),
    outdated: without(state.outdated, gids),
    problems: without(state.problems, gids),
    priced: without(state.priced, gids),
    saveAnyway: without(state.saveAnyway, gids),
  };
}

function without<T extends object>(all: T, keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key))) as T;
}
