import { BlockStack, Box, Card, InlineGrid, InlineStack, Link, Page, Select, Text } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { Activity, ActivityPage } from "../../orders/pages/activity/activity.ts";
import {
  ACTIVITY_AREAS,
  readActivityQuery,
  writeActivityQuery,
  type ActivityQuery,
} from "../../orders/pages/activity/activity-query.ts";
import { DateTime } from "../common/date-time.tsx";
import { useListAddress, usePages } from "../common/list-address.ts";
import { LISTS, orderUrl } from "../common/page-links.ts";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { Small } from "../common/text.tsx";
import { ACTIVITY, AREA_LABELS } from "./activity-copy.ts";

/** `text`: what was done, in a sentence. */
type ActivityRow = Activity & { text: string };

interface ActivityViewProps {
  page: Pick<ActivityPage, "next"> & { rows: ActivityRow[] };
  staff: { userId: string; name: string }[];
}

/** Who did what in the store, in its orders and with its settings and mappings. */
export function ActivityView({ page, staff }: ActivityViewProps) {
  const { params, navigateTo } = useListAddress();
  const query = readActivityQuery(params);
  const pages = usePages(query.after, page.next, (after) => `?${writeActivityQuery({ ...query, after })}`);
  const change = (changed: Partial<ActivityQuery>) =>
    navigateTo(writeActivityQuery({ ...query, ...changed, after: null }), null);
  const isFiltered = query.area !== null || query.user !== null;
  return (
    <Page
      title={ACTIVITY.title}
      subtitle={ACTIVITY.subtitle}
      backAction={{ content: ACTIVITY.back, url: LISTS.inbox }}
      pagination={pages}
    >
      <Card padding="0">
        <Box padding="300" borderBlockEndWidth="025" borderColor="border">
          <InlineGrid columns={{ xs: 1, sm: 2 }} gap="300">
            <Select
              label={ACTIVITY.person}
              options={[
                { value: "", label: ACTIVITY.anyone },
                ...staff.map(({ userId, name }) => ({ value: userId, label: name })),
              ]}
              value={query.user ?? ""}
              onChange={(user) => change({ user: user || null })}
            />
            <Select
              label={ACTIVITY.area}
              options={[
                { value: "", label: ACTIVITY.anything },
                ...ACTIVITY_AREAS.map((value) => ({ value, label: AREA_LABELS[value] })),
              ]}
              value={query.area ?? ""}
              onChange={(chosen) => change({ area: ACTIVITY_AREAS.find((area) => area === chosen) ?? null })}
            />
          </InlineGrid>
        </Box>
        <ResponsiveTable
          rows={page.rows}
          resource={ACTIVITY.resource}
          headings={ACTIVITY.headings}
          idOf={({ id }) => id}
          empty={isFiltered ? ACTIVITY.noMatch : ACTIVITY.empty}
          emptyPadding="800"
          cells={(row) => [
            <DateTime at={row.at} />,
            ACTIVITY.who(row),
            <div style={{ whiteSpace: "normal", minWidth: "16rem" }}>{row.text}</div>,
            <Order row={row} />,
          ]}
          phonePadding="400"
          phone={(row) => (
            <BlockStack gap="100">
              <InlineStack align="space-between" gap="200">
                <Text as="span" fontWeight="medium">
                  {ACTIVITY.who(row)}
                </Text>
                <Small>
                  <DateTime at={row.at} />
                </Small>
              </InlineStack>
              <span>{row.text}</span>
              <Order row={row} />
            </BlockStack>
          )}
        />
      </Card>
    </Page>
  );
}

function Order({ row: { what } }: { row: Activity }): ReactNode {
  return what.area === "order" ? <Link url={orderUrl(what.order.number)}>{what.order.name}</Link> : null;
}
