import { Banner, BlockStack, Card, ChoiceList, EmptyState, Modal, Page, useIndexResourceState } from "@shopify/polaris";
import { useEffect, useState } from "react";
import { useActionData, useSubmit } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { chosenColumns, COLUMNS, DEFAULT_COLUMNS, shownColumns, type Column } from "../../orders/pages/list/columns.ts";
import type { FilterNames } from "../../orders/pages/list/filter-choices.ts";
import type { Counts, OrdersPage } from "../../orders/pages/list/read-page.ts";
import {
  viewQuery,
  writeListQuery,
  DEFAULT_QUERY,
  firstPage,
  readListQuery,
  type ListQuery,
} from "../../orders/pages/list/list-query.ts";
import type { SendingPause } from "../../orders/pages/list/sending-pause.ts";
import type { ShopifyLimit } from "../../orders/pages/shopify-limit.ts";
import type { SavedView } from "../../shops/saved-views.ts";
import { COPY as COMMON, SAVED_VIEW_ERRORS } from "../common/copy.ts";
import { AccountBanner, MessageBanner, ShopifyLimitBanner } from "../common/banners.tsx";
import { useRestoreFocus } from "../common/focus.ts";
import { REVIEW_QUEUE } from "../common/page-links.ts";
import { SendingPausedBanner } from "../common/sending-pause.tsx";
import { Subdued } from "../common/text.tsx";
import { useAutoRefresh } from "../common/use-auto-refresh.ts";
import { useDownload } from "../common/use-download.ts";
import { useSavedViews } from "../common/saved-views.ts";
import { BulkOutcome, useBulk } from "./bulk-actions.tsx";
import { useBulkActions } from "./bulk-dialogs.tsx";
import { ACCOUNT_MESSAGES, COLUMN_CHOICE, EXPORT, HEADINGS, NO_ORDERS, PAGE } from "./copy.ts";
import emptyImage from "../common/empty-orders.svg";
import { OrdersFilters } from "./orders-filters.tsx";
import { OrdersTable } from "./orders-table.tsx";
import type { UsualDays } from "../../orders/pages/list/stages.ts";
import { COUNT_LIMIT, type Tab } from "../../orders/pages/list/tabs.ts";
import type { RequestFailed } from "../common/request-failed.ts";
import { SAVED_VIEW_PARAM, useListAddress } from "../common/list-address.ts";

const REFRESH_MS = 10_000;

export interface OrdersViewProps {
  accountProblem: keyof typeof ACCOUNT_MESSAGES | null;
  shopifyLimit: ShopifyLimit | null;
  sendingPause: SendingPause | null;
  page: OrdersPage;
  filterNames: FilterNames;
  usualDays: UsualDays | null;
  counts: Counts;
  /** Orders whose personalization waits for a review. */
  reviews: number;
  views: SavedView[];
  viewLimit: number;
  /** In percent; null: margins are not checked. */
  minimumMargin: number | null;
  /** The print service's support; "": not known. */
  printServiceEmail: string;
}

/** The page of a shop's orders. */
export function OrdersView({ accountProblem, shopifyLimit, sendingPause, page, counts, ...props }: OrdersViewProps) {
  const { views: saved, viewLimit, filterNames, usualDays, minimumMargin, printServiceEmail, reviews } = props;
  const queryState = useOrdersQuery();
  const { views, problem } = useSavedViews(saved, viewLimit, {
    ...queryState,
    query: writeListQuery(viewQuery(queryState.query)).toString(),
    close: () => queryState.openTab("all"),
  });
  const rows = page.rows.map(({ id }) => ({ id }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows);
  const bulk = useBulk(clearSelection, minimumMargin);
  const appBridge = useAppBridge();
  const file = useDownload(EXPORT.fileName, () => appBridge.toast.show(EXPORT.done));
  // A selection belongs to the query that showed its rows.
  const queryString = writeListQuery(queryState.query).toString();
  useEffect(clearSelection, [queryString]);
  const [choosingColumns, setChoosingColumns] = useState(false);
  // A selected row may have left the page since: only visible rows count.
  const selected = selectedResources.flatMap((id) => rows.find((row) => row.id === id)?.id ?? []);
  const selectedRows = page.rows.filter(({ id }) => selected.includes(id));
  const actions = useBulkActions(selectedRows, bulk, { shownAt: page.now, minimumMargin, printServiceEmail });
  useAutoRefresh(REFRESH_MS, selected.length === 0 && actions.dialog === null && !bulk.busy);

  if (!counts.any) {
    return (
      <Page title={PAGE.title}>
        <NoOrders connected={accountProblem !== "not_connected"} />
      </Page>
    );
  }
  return (
    <Page
      title={PAGE.title}
      fullWidth
      secondaryActions={[
        ...(reviews > 0 ? [{ content: REVIEW_QUEUE.openWaiting(reviews, COUNT_LIMIT), url: REVIEW_QUEUE.url }] : []),
        { content: COLUMN_CHOICE.action, onAction: () => setChoosingColumns(true) },
        {
          content: EXPORT.action,
          loading: file.busy,
          onAction: () => void file.save(`/app/orders/export?${writeListQuery(firstPage(queryState.query))}`),
        },
      ]}
    >
      <BlockStack gap="400">
        {accountProblem && <AccountBanner status={accountProblem} text={ACCOUNT_MESSAGES[accountProblem]} />}
        <ShopifyLimitBanner limit={shopifyLimit} />
        <SendingPausedBanner pause={sendingPause} />
        {problem && <Banner tone="warning">{SAVED_VIEW_ERRORS[problem]}</Banner>}
        {bulk.failed && <MessageBanner tone="critical" {...COMMON.requestFailed} />}
        {file.failed && <MessageBanner tone="critical" {...EXPORT.failed} onDismiss={file.dismiss} />}
        {queryState.searchFailed && <MessageBanner tone="warning" {...PAGE.searchFailed} />}
        <BulkOutcome minimumMargin={minimumMargin} response={bulk.outcome} onDismiss={bulk.dismiss} />
        <Card padding="0">
          <OrdersFilters
            query={queryState.query}
            search={page.search}
            names={filterNames}
            onSearch={queryState.search}
            counts={counts}
            views={views}
            loading={queryState.loading || bulk.busy}
            onChange={queryState.change}
            onOpenTab={queryState.openTab}
          />
          <OrdersTable
            page={page}
            query={queryState.query}
            usualDays={usualDays}
            selected={selected}
            selectedItemsCount={allResourcesSelected ? "All" : selected.length}
            onSelectionChange={handleSelectionChange}
            {...(actions.fitting.length === 0
              ? { promotedBulkActions: [actions.refresh], bulkActions: [] }
              : { promotedBulkActions: actions.fitting, bulkActions: [actions.refresh] })}
            onPage={queryState.change}
          />
        </Card>
      </BlockStack>
      {choosingColumns && (
        <ColumnsDialog
          query={queryState.query}
          onChange={queryState.change}
          onClose={() => setChoosingColumns(false)}
        />
      )}
      {actions.dialog}
    </Page>
  );
}

/** The page before the first order. */
function NoOrders({ connected }: { connected: boolean }) {
  return (
    <Card>
      <EmptyState
        heading={NO_ORDERS.title}
        action={{ content: NO_ORDERS.mapProducts, url: "/app/products" }}
        secondaryAction={{ content: NO_ORDERS.openSettings, url: "/app/settings" }}
        image={emptyImage}
      >
        <p>
          {NO_ORDERS.message} {!connected && NO_ORDERS.notConnected}
        </p>
      </EmptyState>
    </Card>
  );
}

/** The query in the page's address, and the ways to change it. */
function useOrdersQuery() {
  const { params, viewId, loading, navigateTo } = useListAddress();
  const submit = useSubmit();
  const searched = useActionData<RequestFailed>();
  const query = readListQuery(params);
  return {
    query,
    viewId,
    loading,
    /** Returns to the first page, unless the change is a cursor. */
    change: (change: Partial<ListQuery>) => navigateTo(writeListQuery({ ...firstPage(query), ...change }), viewId),
    /** The last search did not reach the app. */
    searchFailed: searched?.outcome === "failed",
    /** Searches on the first page. The server answers with an address that does not show the text. */
    search: (text: string) => {
      const searchParams = writeListQuery({ ...firstPage(query), search: "" });
      if (text === "") return navigateTo(searchParams, viewId, true);
      if (viewId) searchParams.set(SAVED_VIEW_PARAM, viewId);
      const body = { intent: "search", text, query: searchParams.toString() };
      submit(body, { method: "post", encType: "application/json", replace: true });
    },
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (tab: Tab) => navigateTo(writeListQuery({ ...DEFAULT_QUERY, tab, sort: query.sort }), null),
  };
}

interface ColumnsDialogProps {
  query: ListQuery;
  onChange(change: Pick<ListQuery, "columns">): void;
  onClose(): void;
}

/** Chooses the columns of the list. A saved view keeps them. */
function ColumnsDialog({ query, onChange, onClose }: ColumnsDialogProps) {
  useRestoreFocus();
  const [chosen, setChosen] = useState<readonly Column[]>(shownColumns(query));
  const apply = () => {
    onChange({ columns: chosenColumns(query.tab, chosen) });
    onClose();
  };
  return (
    <Modal
      open
      title={COLUMN_CHOICE.title}
      onClose={onClose}
      primaryAction={{ content: COLUMN_CHOICE.apply, disabled: chosen.length === 0, onAction: apply }}
      secondaryActions={[
        { content: COLUMN_CHOICE.reset, onAction: () => setChosen(DEFAULT_COLUMNS[query.tab]) },
        { content: COLUMN_CHOICE.cancel, onAction: onClose },
      ]}
    >
      <Modal.Section>
        <BlockStack gap="300">
          <ChoiceList
            title={COLUMN_CHOICE.choices}
            allowMultiple
            choices={COLUMNS.map((value) => ({ value, label: HEADINGS[value].title }))}
            selected={[...chosen]}
            error={chosen.length === 0 ? COLUMN_CHOICE.none : undefined}
            onChange={(selected: Column[]) => setChosen(selected)}
          />
          <Subdued>{COLUMN_CHOICE.hint}</Subdued>
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
