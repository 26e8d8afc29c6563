import { UNSENT_STATES, UNSHIPPED_STATES, type SubmissionState } from "../../core/states.ts";

/** The tabs of the orders page by progress. Every state except `cancelled` belongs to exactly one. */
export const PROGRESS_TABS = {
  waiting: ["rejected", ...UNSENT_STATES],
  at_provider: ["uncertain", "submitting", ...UNSHIPPED_STATES],
  shipped: ["shipped"],
  fulfilled: ["fulfilled"],
} as const satisfies Record<string, readonly SubmissionState[]>;

export type ProgressTab = keyof typeof PROGRESS_TABS;

export const TABS = [
  "all",
  "attention",
  "late",
  "waiting",
  "at_provider",
  "shipped",
  "fulfilled",
  "not_printed",
] as const;
export type Tab = (typeof TABS)[number];

/** The tabs that show a count: the number of finished or ignored orders calls for no action. */
export const COUNTED_TABS = ["attention", "late", "waiting", "at_provider"] as const satisfies readonly Tab[];

/** Counts stop here, which keeps their queries cheap. */
export const COUNT_LIMIT = 1000;

/** From the least to the most advanced. The least advanced submission decides the tab of its order. */
const PROGRESS_ORDER: readonly SubmissionState[] = [...Object.values(PROGRESS_TABS).flat(), "cancelled"];

/** The least advanced of several states; undefined for none. */
export function leastAdvanced(states: readonly SubmissionState[]): SubmissionState | undefined {
  return PROGRESS_ORDER.find((state) => states.includes(state));
}

export const isProgressTab = (tab: Tab): tab is ProgressTab => tab in PROGRESS_TABS;

/** The states before those of a tab: a submission in one of them keeps its order out of the tab. */
export function lessAdvanced(tab: ProgressTab): readonly SubmissionState[] {
  return PROGRESS_ORDER.slice(0, PROGRESS_ORDER.indexOf(PROGRESS_TABS[tab][0]));
}
