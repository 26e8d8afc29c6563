import type { IndexFiltersProps } from "@shopify/polaris";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { STATE_LABELS } from "../common/state-labels.ts";

type Applied = NonNullable<IndexFiltersProps["appliedFilters"]>;

/** What narrows the list, each with the way to take it away. */
export function appliedFilters(query: ListQuery, onChange: (change: Partial<ListQuery>) => void): Applied {
  const applied: Applied = [];
  if (query.states.length > 0) {
    const label = `State: ${summarize(query.states.map((state) => STATE_LABELS[state].label))}`;
    applied.push({ key: "state", label, onRemove: () => onChange({ states: [] }) });
  }
  if (query.reasons.length > 0) {
    const label = `Reason: ${summarize(query.reasons.map((code) => ATTENTION[code].label))}`;
    applied.push({ key: "reason", label, onRemove: () => onChange({ reasons: [] }) });
  }
  const label = placedLabel(query);
  if (label) applied.push({ key: "placed", label, onRemove: () => onChange({ placedFrom: "", placedTo: "" }) });
  return applied;
}

function summarize([first, second, ...further]: readonly string[]): string {
  const named = second === undefined ? (first ?? "") : `${first}, ${second}`;
  return further.length === 0 ? named : `${named} and ${further.length} more`;
}

function placedLabel({ placedFrom, placedTo }: ListQuery): string | null {
  if (placedFrom && placedTo) return `Placed: ${formatDay(placedFrom)} to ${formatDay(placedTo)}`;
  if (placedFrom) return `Placed: from ${formatDay(placedFrom)}`;
  return placedTo ? `Placed: to ${formatDay(placedTo)}` : null;
}

/** A calendar day has no zone: it is told as it was given. */
const formatDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(`${date}T00:00:00Z`));
