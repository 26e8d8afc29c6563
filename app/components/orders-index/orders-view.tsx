import { Banner, BlockStack, Card, Page, useIndexResourceState } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { Counts } from "../../orders/pages/list/count-orders.ts";
import { writeListQuery } from "../../orders/pages/list/list-query.ts";
import type { OrdersPage } from "../../orders/pages/list/read-page.ts";
import type { BulkAct } from "../../orders/actions/bulk-actions.ts";
import type { View } from "../../orders/pages/saved-views.ts";
import { BulkModal, type AskedAct } from "./bulk-modal.tsx";
import { BulkOutcome } from "./bulk-outcome.tsx";
import { NoOrders } from "./no-orders.tsx";
import { OrdersFilters } from "./orders-filters.tsx";
import { OrdersTable } from "./orders-table.tsx";
import { useAutoRefresh } from "./use-auto-refresh.ts";
import { useBulk } from "./use-bulk.ts";
import { useOrdersAddress } from "./use-orders-query.ts";
import { useViews } from "./use-views.ts";

export interface OrdersViewProps {
  page: OrdersPage;
  counts: Counts;
  views: View[];
  viewLimit: number;
}

const REFUSED = {
  name_taken: "There is a view of that name already. Choose another name.",
  too_many: "No more views can be saved. Delete one that is not needed any more.",
  not_found: "This view was deleted meanwhile.",
} as const;

/** The orders of the shop. */
export function OrdersView({ page, counts, views: saved, viewLimit }: OrdersViewProps) {
  const address = useOrdersAddress();
  const { views, refused } = useViews(saved, viewLimit, address);
  const rows = page.rows.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows);
  const bulk = useBulk(clearSelection);
  // What was chosen belongs to what was on the page.
  const asked = writeListQuery(address.query).toString();
  useEffect(clearSelection, [asked]);
  const [asking, ask] = useState<AskedAct | null>(null);
  // Only what is shown can be meant: rows may have left the page since they were chosen.
  const selected = selectedResources.filter((id) => rows.some((row) => row.id === id));
  useAutoRefresh(selected.length > 0 || asking !== null || bulk.busy);
  const act = (what: BulkAct) => bulk.run(what, selected);

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
        {refused && <Banner tone="warning">{REFUSED[refused]}</Banner>}
        <BulkOutcome results={bulk.results} onDismiss={bulk.dismiss} />
        <Card padding="0">
          <OrdersFilters
            query={address.query}
            counts={counts}
            views={views}
            loading={address.loading || bulk.busy}
            onChange={address.change}
          />
          <OrdersTable
            page={page}
            query={address.query}
            selection={{ selected, all: allResourcesSelected, onChange: handleSelectionChange }}
            bulk={bulkActions(bulk.busy, act, ask)}
            onPage={address.change}
          />
        </Card>
      </BlockStack>
      <BulkModal
        act={asking}
        count={selected.length}
        onClose={() => ask(null)}
        onDo={(what) => {
          ask(null);
          act(what);
        }}
      />
    </Page>
  );
}

function bulkActions(busy: boolean, act: (what: BulkAct) => void, ask: (what: AskedAct) => void) {
  return {
    promotedBulkActions: [
      { content: "Approve", disabled: busy, onAction: () => ask("approve") },
      { content: "Hold", disabled: busy, onAction: () => act("hold") },
      { content: "Send now", disabled: busy, onAction: () => ask("send_now") },
    ],
    bulkActions: [{ content: "Refresh", disabled: busy, onAction: () => act("refresh") }],
  };
}
