import { ChoiceList, FormLayout, TextField, type IndexFiltersProps } from "@shopify/polaris";
import { ATTENTION, ATTENTION_CODES, byUrgency, type AttentionCode } from "../../orders/core/attention.ts";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../../orders/core/states.ts";
import { STATE_LABELS } from "../common/labels.ts";
import { APPLIED_FILTERS, FILTERS } from "./copy.ts";

type Change = (change: Partial<ListQuery>) => void;

const STATE_CHOICES = SUBMISSION_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }));
const REASON_CHOICES = ATTENTION_CODES.toSorted(byUrgency).map((value) => ({ value, label: ATTENTION[value].label }));

/** The filters of the orders page besides tab and search. */
export function filterControls(query: ListQuery, timezone: string, onChange: Change) {
  const choices = (title: string) => ({ title, titleHidden: true, allowMultiple: true });
  const filters = {
    state: (
      <ChoiceList
        {...choices(FILTERS.state)}
        choices={STATE_CHOICES}
        selected={[...query.states]}
        onChange={(states: SubmissionState[]) => onChange({ states })}
      />
    ),
    reason: (
      <ChoiceList
        {...choices(FILTERS.reason)}
        choices={REASON_CHOICES}
        selected={[...query.reasons]}
        onChange={(reasons: AttentionCode[]) => onChange({ reasons })}
      />
    ),
    placed: <PlacedFilter query={query} timezone={timezone} onChange={onChange} />,
  };
  return (["state", "reason", "placed"] as const).map((key) => ({
    key,
    label: FILTERS[key],
    pinned: true,
    filter: filters[key],
  }));
}

function PlacedFilter({ query, timezone, onChange }: { query: ListQuery; timezone: string; onChange: Change }) {
  const { placedFrom, placedTo } = query;
  const isReversed = placedFrom !== "" && placedTo !== "" && placedFrom > placedTo;
  return (
    <FormLayout>
      <TextField
        label={FILTERS.placedFrom}
        type="date"
        autoComplete="off"
        value={placedFrom}
        onChange={(value) => onChange({ placedFrom: value })}
      />
      <TextField
        label={FILTERS.placedTo}
        type="date"
        autoComplete="off"
        value={placedTo}
        error={isReversed ? FILTERS.reversedDays : undefined}
        helpText={FILTERS.timezone(timezone)}
        onChange={(value) => onChange({ placedTo: value })}
      />
    </FormLayout>
  );
}

type AppliedFilters = NonNullable<IndexFiltersProps["appliedFilters"]>;

/** The filters in use, each with its removal. */
export function appliedFilters(query: ListQuery, onChange: Change): AppliedFilters {
  const { states, reasons, resendable, placedFrom, placedTo } = query;
  const applied: AppliedFilters = [];
  const add = (key: string, label: string, removal: Partial<ListQuery>) =>
    applied.push({ key, label, onRemove: () => onChange(removal) });
  if (states.length > 0) {
    add("state", APPLIED_FILTERS.state(states.map((state) => STATE_LABELS[state].label)), { states: [] });
  }
  if (reasons.length > 0) {
    add("reason", APPLIED_FILTERS.reason(reasons.map((code) => ATTENTION[code].label)), { reasons: [] });
  }
  if (resendable) add("resendable", APPLIED_FILTERS.resendable, { resendable: false });
  if (placedFrom || placedTo) {
    const label = APPLIED_FILTERS.placed(placedFrom && formatDay(placedFrom), placedTo && formatDay(placedTo));
    add("placed", label, { placedFrom: "", placedTo: "" });
  }
  return applied;
}

/** A calendar day has no time zone: UTC shows it as given. */
const formatDay = (date: string): string =>
  new Intl.DateTimeFormat("en-US", { timeZone: "UTC", dateStyle: "medium" }).format(new Date(`${date}T00:00:00Z`));
