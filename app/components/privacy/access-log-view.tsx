import { BlockStack, Box, Card, EmptyState, Page } from "@shopify/polaris";
import type { AccessLogPage } from "../../privacy/access-log/list.ts";
import { readAccessLogQuery, writeAccessLogQuery, type AccessLogQuery } from "../../privacy/access-log/query.ts";
import { SmallNote } from "../common/text.tsx";
import { useListAddress } from "../common/use-list-address.ts";
import { usePages } from "../common/use-pages.ts";
import { COPY } from "./access-log-copy.ts";
import { AccessLogFilters, type AccessLogFiltersProps } from "./access-log-filters.tsx";
import { AccessLogTable } from "./access-log-table.tsx";

export interface AccessLogViewProps {
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
