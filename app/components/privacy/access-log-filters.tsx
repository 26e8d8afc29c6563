import { Box, InlineGrid, Select, TextField } from "@shopify/polaris";
import { BUYER_DATA_VIEWS, type AccessLogQuery } from "../../privacy/access-log/query.ts";
import { useSearchBox } from "../common/use-search-box.ts";
import { COPY, VIEW_LABELS } from "./access-log-copy.ts";

export interface AccessLogFiltersProps {
  query: AccessLogQuery;
  staff: { id: string; name: string }[];
  onChange(change: Partial<AccessLogQuery>): void;
}

const text = COPY.filters;

/** Filters of the access log: person, page and order. */
export function AccessLogFilters({ query, staff, onChange }: AccessLogFiltersProps) {
  const order = useSearchBox(query.order, (typed) => onChange({ order: typed }));
  return (
    <Box padding="300" borderBlockEndWidth="025" borderColor="border">
      <InlineGrid columns={{ xs: 1, sm: 3 }} gap="300">
        <Select
          label={text.person}
          options={[{ value: "", label: text.anyone }, ...staff.map(({ id, name }) => ({ value: id, label: name }))]}
          value={query.user ?? ""}
          onChange={(user) => onChange({ user: user || null })}
        />
        <Select
          label={text.view}
          options={[
            { value: "", label: text.anything },
            ...BUYER_DATA_VIEWS.map((view) => ({ value: view, label: VIEW_LABELS[view] })),
          ]}
          value={query.view ?? ""}
          onChange={(chosen) => onChange({ view: BUYER_DATA_VIEWS.find((view) => view === chosen) ?? null })}
        />
        <TextField
          label={text.order}
          placeholder={text.orderPlaceholder}
          autoComplete="off"
          value={order.text}
          onChange={order.type}
          clearButton
          onClearButtonClick={order.clear}
        />
      </InlineGrid>
    </Box>
  );
}
