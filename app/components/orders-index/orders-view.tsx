import { Banner, BlockStack, Card, Page, useIndexResourceState } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { Counts } from "../../orders/pages/list/count-orders.ts";
import { writeListQuery } from "../../orders/pages/list/list-query.ts";
import type { OrdersPage } from "../../orders/pages/list/read-page.ts";
import type { BulkAction } from "../../orders/actions/bulk-actions.ts";
import type { SavedView } from "../../orders/pages/saved-views.ts";
import { BulkModal, type ConfirmedBulkAction } from "./bulk-modal.tsx";
import { BulkOutcome } from "./bulk-outcome.tsx";
import { NoOrders } from "./no-orders.tsx";
import { OrdersFilters } from "./orders-filters.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { useAutoRefresh } from "./use-auto-refresh.ts";
import { useBulk } from "./use-bulk.ts";
import { useOrdersQuery } from "./use-orders-query.ts";
import { useViews } from "./use-views.ts";

export interface OrdersViewProps {
  page: OrdersPage;
  counts: Counts;
  views: SavedView[];
  viewLimit: number;
}

const VIEW_ERRORS = {
  name_taken: "There is a view of that name already. Choose another name.",
  too_many: "No more views can be saved. Delete one that is not needed any more.",
  not_found: "This view was deleted meanwhile.",
} as const;

/** The orders of the shop. */
export function OrdersView({ page, counts, views: saved, viewLimit }: OrdersViewProps) {
  const queryState = useOrdersQuery();
  const { views, refused } = useViews(saved, viewLimit, queryState);
  const rows = page.rows.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows);
  const bulk = useBulk(clearSelection);
  // What was chosen belongs to what was on the page.
  const queryString = writeListQuery(queryState.query).toString();
  useEffect(clearSelection, [queryString]);
  const [confirming, requestConfirmation] = useState<ConfirmedBulkAction | null>(null);
  // Only what is shown can be meant: rows may have left the page since they were chosen.
  const selected = selectedResources.filter((id) => rows.some((row) => row.id === id));
  useAutoRefresh(selected.length > 0 || confirming !== null || bulk.busy);
  const runAction = (action: BulkAction) => bulk.run(action, selected);

  if (!counts.any) {
    return (
      <Page title="Orders">
        <NoOrders />
      </Page>
    );
  }
  return (
    <Page title="Orders" fullWidth>
      <BlockStack gap="400">
        {refused && <Banner tone="warning">{VIEW_ERRORS[refused]}</Banner>}
        <BulkOutcome results={bulk.results} onDismiss={bulk.dismiss} />
        <Card padding="0">
          <OrdersFilters
            query={queryState.query}
            counts={counts}
            views={views}
            loading={queryState.loading || bulk.busy}
            onChange={queryState.change}
          />
          <OrdersTable
            page={page}
            query={queryState.query}
            selection={{ selected, all: allResourcesSelected, onChange: handleSelectionChange }}
            bulk={bulkActions(bulk.busy, runAction, requestConfirmation)}
            onPage={queryState.change}
          />
        </Card>
      </BlockStack>
      <BulkModal
        action={confirming}
        count={selected.length}
        onClose={() => requestConfirmation(null)}
        onConfirm={(action) => {
          requestConfirmation(null);
          runAction(action);
        }}
      />
    </Page>
  );
}

function bulkActions(
  busy: boolean,
  runAction: (action: BulkAction) => void,
  requestConfirmation: (action: ConfirmedBulkAction) => void,
) {
  return {
    promotedBulkActions: [
      { content: "Approve", disabled: busy, onAction: () => requestConfirmation("approve") },
      { content: "Hold", disabled: busy, onAction: () => runAction("hold") },
      { content: "Send now", disabled: busy, onAction: () => requestConfirmation("send_now") },
    ],
    bulkActions: [{ content: "Refresh", disabled: busy, onAction: () => runAction("refresh") }],
  };
}
