import type { MappingOutcome } from "../../catalog/save-valid-mappings.ts";
import type { ProductVariant } from "../../catalog/product-page.ts";
import type { FieldProblems, MappingField } from "../../catalog/field-problems.ts";
import type { PriceResult } from "../../quotes/model.ts";
import { validateDraft, type Draft } from "./mapping-drafts.ts";

type ByVariant<T> = Readonly<Record<string, T>>;

/** What a person has typed for the variants of a product, by their gid, and what was said of it. */
export interface FormState {
  drafts: ByVariant<Draft>;
  problems: ByVariant<FieldProblems>;
  /** What the print service said of a SKU when it was saved. */
  priced: ByVariant<PriceResult | null>;
  saveAnyway: ByVariant<boolean>;
  /** How the last saving ended, where not all went well. */
  outcome: { saved: number; notSaved: number; failed: boolean } | null;
}

export const INITIAL_STATE: FormState = { drafts: {}, problems: {}, priced: {}, saveAnyway: {}, outcome: null };

export interface DraftChange {
  variant: ProductVariant;
  draft: Draft;
}

/** A field that is changed is no longer what was found wrong. `draft`: what stands in the form now. */
export function withChange(state: FormState, gid: string, draft: Draft, change: Partial<Draft>): FormState {
  return {
    ...state,
    drafts: { ...state.drafts, [gid]: { ...draft, ...change } },
    problems: { ...state.problems, [gid]: without(state.problems[gid] ?? {}, Object.keys(change)) },
    priced: "itemSku" in change ? without(state.priced, [gid]) : state.priced,
  };
}

/** Looks at a field that was left. What is still missing may yet come. */
export function withFieldValidated(state: FormState, gid: string, draft: Draft, field: MappingField): FormState {
  const problem = validateDraft(draft)[field];
  if (!problem || problem.kind === "missing") return state;
  return { ...state, problems: { ...state.problems, [gid]: { ...state.problems[gid], [field]: problem } } };
}

/** Tells the changes that can be sent from those that are wrong at first sight. */
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
  return {
    state: { ...state, problems, outcome },
    valid: validated.filter(isValid).map(({ change }) => change),
  };
}

/** What was saved is no draft any more; the rest says why it was not. */
export function withSaveResult(state: FormState, outcomes: readonly MappingOutcome[]): FormState {
  const saved = outcomes.filter((one) => one.saved);
  const unsaved = outcomes.filter((one) => !one.saved);
  const notSaved = unsaved.length + (state.outcome?.notSaved ?? 0);
  const gids = saved.map((one) => one.variantGid);
  const rest = withoutVariants(state, gids);
  return {
    ...rest,
    problems: { ...rest.problems, ...Object.fromEntries(unsaved.map((one) => [one.variantGid, one.problems])) },
    priced: { ...rest.priced, ...Object.fromEntries(outcomes.map((one) => [one.variantGid, one.priced])) },
    outcome: notSaved > 0 ? { saved: saved.length, notSaved, failed: false } : null,
  };
}

/** Forgets what was typed for these variants. */
export function withoutVariants(state: FormState, gids: readonly string[]): FormState {
  return {
    ...state,
    drafts: without(state.drafts, gids),
    problems: without(state.problems, gids),
    priced: without(state.priced, gids),
    saveAnyway: without(state.saveAnyway, gids),
  };
}

function without<T extends object>(all: T, keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key))) as T;
}
