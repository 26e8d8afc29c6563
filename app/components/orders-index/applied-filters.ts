import type { IndexFiltersProps } from "@shopify/polaris";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { ATTENTION_LABELS } from "../common/attention-labels.ts";
import { STATE_WORDS } from "../common/state-labels.ts";

type Applied = NonNullable<IndexFiltersProps["appliedFilters"]>;

/** What narrows the list, each with the way to take it away. */
export function appliedFilters(query: ListQuery, onChange: (change: Partial<ListQuery>) => void): Applied {
  const applied: Applied = [];
  if (query.states.length > 0) {
    const label = `State: ${some(query.states.map((state) => STATE_WORDS[state].label))}`;
    applied.push({ key: "state", label, onRemove: () => onChange({ states: [] }) });
  }
  if (query.reasons.length > 0) {
    const label = `Reason: ${some(query.reasons.map((code) => ATTENTION_LABELS[code]))}`;
    applied.push({ key: "reason", label, onRemove: () => onChange({ reasons: [] }) });
  }
  const label = placed(query);
  if (label) applied.push({ key: "placed", label, onRemove: () => onChange({ placedFrom: "", placedTo: "" }) });
  return applied;
}

function some([first, second, ...further]: readonly string[]): string {
  const named = second === undefined ? (first ?? "") : `${first}, ${second}`;
  return further.length === 0 ? named : `${named} and ${further.length} more`;
}

function placed({ placedFrom, placedTo }: ListQuery): string | null {
  if (placedFrom && placedTo) return `Placed: ${day(placedFrom)} to ${day(placedTo)}`;
  if (placedFrom) return `Placed: from ${day(placedFrom)}`;
  return placedTo ? `Placed: to ${day(placedTo)}` : null;
}

/** A calendar day has no zone: it is told as it was given. */
const day = (given: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(`${given}T00:00:00Z`));
