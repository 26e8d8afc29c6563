import type { MappingOutcome } from "../../catalog/save-valid-mappings.ts";
import type { ProductVariant } from "../../catalog/product-page.ts";
import type { FieldProblems, MappingField } from "../../catalog/field-problems.ts";
import type { Priced } from "../../quotes/model.ts";
import { plainProblems, type Draft } from "./mapping-drafts.ts";

type ByVariant<T> = Readonly<Record<string, T>>;

/** What a person has typed for the variants of a product, by their gid, and what was said of it. */
export interface FormState {
  drafts: ByVariant<Draft>;
  problems: ByVariant<FieldProblems>;
  /** What the print service said of a SKU when it was saved. */
  priced: ByVariant<Priced | null>;
  anyway: ByVariant<boolean>;
  /** How the last saving ended, where not all went well. */
  outcome: { saved: number; notSaved: number; failed: boolean } | null;
}

export const UNTOUCHED: FormState = { drafts: {}, problems: {}, priced: {}, anyway: {}, outcome: null };

export interface Change {
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
export function withLook(state: FormState, gid: string, draft: Draft, field: MappingField): FormState {
  const found = plainProblems(draft)[field];
  if (!found || found.kind === "missing") return state;
  return { ...state, problems: { ...state.problems, [gid]: { ...state.problems[gid], [field]: found } } };
}

/** Tells the changes that can be sent from those that are wrong at first sight. */
export function withJudgement(state: FormState, changes: readonly Change[]): { state: FormState; sound: Change[] } {
  const judged = changes.map((change) => ({ change, problems: plainProblems(change.draft) }));
  const isSound = (one: (typeof judged)[number]) => Object.keys(one.problems).length === 0;
  const wrong = judged.filter((one) => !isSound(one));
  const problems = {
    ...state.problems,
    ...Object.fromEntries(wrong.map(({ change, problems }) => [change.variant.gid, problems])),
  };
  const outcome = wrong.length > 0 ? { saved: 0, notSaved: wrong.length, failed: false } : null;
  return {
    state: { ...state, problems, outcome },
    sound: judged.filter(isSound).map(({ change }) => change),
  };
}

/** What was saved is no draft any more; the rest says why it was not. */
export function withAnswer(state: FormState, outcomes: readonly MappingOutcome[]): FormState {
  const saved = outcomes.filter((one) => one.saved);
  const not = outcomes.filter((one) => !one.saved);
  const notSaved = not.length + (state.outcome?.notSaved ?? 0);
  const gids = saved.map((one) => one.variantGid);
  const rest = withoutVariants(state, gids);
  return {
    ...rest,
    problems: { ...rest.problems, ...Object.fromEntries(not.map((one) => [one.variantGid, one.problems])) },
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
    anyway: without(state.anyway, gids),
  };
}

function without<T extends object>(all: T, keys: readonly string[]): T {
  return Object.fromEntries(Object.entries(all).filter(([key]) => !keys.includes(key))) as T;
}
