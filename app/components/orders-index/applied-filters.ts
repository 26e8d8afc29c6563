import type { IndexFiltersProps } from "@shopify/polaris";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { ATTENTION } from "../../orders/core/attention.ts";
import { STATE_LABELS } from "../common/state-labels.ts";
import { APPLIED_FILTERS } from "./copy.ts";

type Applied = NonNullable<IndexFiltersProps["appliedFilters"]>;

/** The filters in use, each with its removal. */
export function appliedFilters(query: ListQuery, onChange: (change: Partial<ListQuery>) => void): Applied {
  const applied: Applied = [];
  if (query.states.length > 0) {
    const label = APPLIED_FILTERS.state(query.states.map((state) => STATE_LABELS[state].label));
    applied.push({ key: "state", label, onRemove: () => onChange({ states: [] }) });
  }
  if (query.reasons.length > 0) {
    const label = APPLIED_FILTERS.reason(query.reasons.map((code) => ATTENTION[code].label));
    applied.push({ key: "reason", label, onRemove: () => onChange({ reasons: [] }) });
  }
  const { placedFrom, placedTo } = query;
  const label = APPLIED_FILTERS.placed(placedFrom && formatDay(placedFrom), placedTo && formatDay(placedTo));
  if (placedFrom || placedTo)
    applied.push({ key: "placed", label, onRemove: () => onChange({ placedFrom: "", placedTo: "" }) });
  return applied;
}

/** A calendar day has no time zone: UTC shows it as given. */
const formatDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(`${date}T00:00:00Z`));
