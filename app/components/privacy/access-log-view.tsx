import {
  BlockStack,
  Box,
  Card,
  EmptyState,
  Page,
  InlineStack,
  Link,
  Text,
  InlineGrid,
  Select,
  TextField,
} from "@shopify/polaris";
import {
  type AccessLogPage,
  type AccessLogEntry,
  readAccessLogQuery,
  writeAccessLogQuery,
  type AccessLogQuery,
  BUYER_DATA_VIEWS,
} from "../../privacy/access-log/access-log.ts";
import { SmallNote, Small } from "../common/text.tsx";
import { useListAddress, usePages, useSearchBox } from "../common/list-address.ts";
import { COPY, VIEW_LABELS } from "./access-log-copy.ts";
import { DateTime } from "../common/date-time.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";

interface AccessLogViewProps {
  page: AccessLogPage;
  staff: AccessLogFiltersProps["staff"];
}

/** Who opened customers' data, when and of which orders. */
export function AccessLogView({ page, staff }: AccessLogViewProps) {
  const { params, navigateTo } = useListAddress();
  const query = readAccessLogQuery(params);
  const addressOf = (next: AccessLogQuery) => `?${writeAccessLogQuery(next).toString()}`;
  const pages = usePages(query.after, page.next, (after) => addressOf({ ...query, after }));
  const isFiltered = query.view !== null || query.user !== null || query.order !== "";
  return (
    <Page
      title={COPY.title}
      subtitle={COPY.subtitle}
      backAction={{ content: COPY.back, url: "/app/privacy" }}
      pagination={pages}
    >
      <BlockStack gap="400">
        <Card padding="0">
          {page.rows.length === 0 && !isFiltered ? (
            <EmptyState heading={COPY.empty.title} image="" fullWidth>
              <p>{COPY.empty.text}</p>
            </EmptyState>
          ) : (
            <>
              <AccessLogFilters
                query={query}
                staff={staff}
                onChange={(change) => navigateTo(writeAccessLogQuery({ ...query, ...change, after: null }), null)}
              />
              <AccessLogTable rows={page.rows} />
            </>
          )}
        </Card>
        <Box paddingInline={{ xs: "400", md: "0" }}>
          <SmallNote>{COPY.note}</SmallNote>
        </Box>
      </BlockStack>
    </Page>
  );
}

/** The entries of the access log. */
function AccessLogTable({ rows }: { rows: AccessLogEntry[] }) {
  return (
    <ResponsiveTable
      rows={rows}
      resource={COPY.resource}
      headings={COPY.headings}
      idOf={({ id }) => id}
      empty={COPY.noMatch}
      emptyPadding="800"
      cells={(row) => [<DateTime at={row.at} />, COPY.person(row), VIEW_LABELS[row.view], <Orders row={row} />]}
      phonePadding="400"
      phone={(row) => (
        <BlockStack gap="100">
          <InlineStack align="space-between" gap="200">
            <Text as="span" fontWeight="medium">
              {COPY.person(row)}
            </Text>
            <Small>
              <DateTime at={row.at} />
            </Small>
          </InlineStack>
          <InlineStack gap="200">
            <span>{VIEW_LABELS[row.view]}</span>
            <Orders row={row} />
          </InlineStack>
        </BlockStack>
      )}
    />
  );
}

function Orders({ row: { order, count } }: { row: AccessLogEntry }) {
  return order ? <Link url={`/app/orders/${order.number}`}>{order.name}</Link> : <span>{COPY.orders(count)}</span>;
}

interface AccessLogFiltersProps {
  query: AccessLogQuery;
  staff: { id: string; name: string }[];
  onChange(change: Partial<AccessLogQuery>): void;
}

const text = COPY.filters;

/** Filters of the access log: person, page and order. */
function AccessLogFilters({ query, staff, onChange }: AccessLogFiltersProps) {
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
