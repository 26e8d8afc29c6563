import { ChoiceList, FormLayout, TextField, type IndexFiltersProps } from "@shopify/polaris";
import { ATTENTION, ATTENTION_CODES, byUrgency, type AttentionCode } from "../../orders/core/attention.ts";
import type { ListQuery } from "../../orders/pages/list/list-query.ts";
import { SUBMISSION_STATES, type SubmissionState } from "../../orders/core/states.ts";
import { STATE_LABELS } from "../common/state-labels.ts";
import { FILTERS } from "./copy.ts";

type Change = (change: Partial<ListQuery>) => void;

const STATE_CHOICES = SUBMISSION_STATES.map((value) => ({ value, label: STATE_LABELS[value].label }));
const REASON_CHOICES = ATTENTION_CODES.toSorted(byUrgency).map((value) => ({ value, label: ATTENTION[value].label }));

/** The filters of the orders page besides tab and search. */
export function filterControls(
  query: ListQuery,
  timezone: string,
  onChange: Change,
): NonNullable<IndexFiltersProps["filters"]> {
  return [
    {
      key: "state",
      label: FILTERS.state,
      pinned: true,
      filter: (
        <ChoiceList
          title={FILTERS.state}
          titleHidden
          allowMultiple
          choices={STATE_CHOICES}
          selected={[...query.states]}
          onChange={(states: SubmissionState[]) => onChange({ states })}
        />
      ),
    },
    {
      key: "reason",
      label: FILTERS.reason,
      pinned: true,
      filter: (
        <ChoiceList
          title={FILTERS.reason}
          titleHidden
          allowMultiple
          choices={REASON_CHOICES}
          selected={[...query.reasons]}
          onChange={(reasons: AttentionCode[]) => onChange({ reasons })}
        />
      ),
    },
    {
      key: "placed",
      label: FILTERS.placed,
      pinned: true,
      filter: <PlacedFilter query={query} timezone={timezone} onChange={onChange} />,
    },
  ];
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
