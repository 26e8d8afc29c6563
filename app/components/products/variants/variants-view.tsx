import { Banner, BlockStack, Box, Card, Page, useIndexResourceState, IndexFilters } from "@shopify/polaris";
import { useState, useEffect, lazy, Suspense } from "react";
import type { VariantsPage, VariantRow } from "../../../catalog/variants/read-variants-page.ts";
import {
  viewQuery,
  writeVariantsQuery,
  VARIANT_VIEWS,
  readVariantsQuery,
  type VariantsQuery,
  type VariantView,
} from "../../../catalog/variants/variants-query.ts";
import type { Progress } from "../../../ports/progress.ts";
import type { SavedView } from "../../../shops/saved-views.ts";
import { SAVED_VIEW_ERRORS } from "../../common/copy.ts";
import { RunProgress } from "../../common/run-progress.tsx";
import { ContextualSaveBar } from "../../common/save-bar.tsx";
import { Small } from "../../common/text.tsx";
import { useAutoRefresh } from "../../common/use-auto-refresh.ts";
import { useSavedViews, saveViewAction, viewTabs, type SavedViews } from "../../common/saved-views.ts";
import { NoProducts, OutdatedBanner, SaveErrorBanner } from "../product-banners.tsx";
import { useMappingForm } from "../use-mapping-form.ts";
import { BulkBanner, bulkMenu, useBulkEdit, type BulkChoice, type BulkEdit } from "./bulk-edit.tsx";
import { COPY, variantName, VIEW_COPY } from "./copy.ts";
import { VariantsTable } from "./variants-table.tsx";
import type { BulkSelection } from "../../../catalog/bulk-edit/bulk-rule.ts";
import { RestoreFocus } from "../../common/focus.ts";
import { useScrollToOpenTab, useListFilters } from "../../common/list-filters.ts";
import { useListAddress } from "../../common/list-address.ts";
import { useDenied } from "../../common/shop-context.tsx";

const REFRESH_MS = 3_000;

interface VariantsViewProps {
  page: VariantsPage;
  views: SavedView[];
  viewLimit: number;
  /** null once all variants were read. */
  /** Of the shop's first reading. */
  reading: Pick<Progress, "done" | "total"> | null;
  /** SKUs can be chosen from the print service's catalog. */
  hasCatalog: boolean;
}

/** All variants of the shop, to be found and mapped. */
export function VariantsView({ page, reading, views: saved, viewLimit, hasCatalog }: VariantsViewProps) {
  const queryState = useVariantsQuery();
  const denied = useDenied();
  const { query, change } = queryState;
  const { views, problem } = useSavedViews(saved, viewLimit, {
    ...queryState,
    query: writeVariantsQuery(viewQuery(query)).toString(),
    close: () => queryState.openTab("all"),
  });
  const form = useMappingForm(page.rows, ({ productGid }) => productGid);
  const [choosing, choose] = useState<BulkChoice | null>(null);
  const { selection, variants, shownRows, clear, props: selectionProps } = useVariantSelection(page, query);
  const bulkEdit = useBulkEdit(() => {
    choose(null);
    clear();
  });
  useAutoRefresh(REFRESH_MS, reading !== null && !form.dirty);

  const head = { title: COPY.title, backAction: { content: COPY.products, url: "/app/products" } };
  if (reading === null && page.total === 0 && query.view === "all" && query.query === "")
    return <NoProducts {...head} copy={COPY.empty} />;
  return (
    <Page {...head} fullWidth>
      <ContextualSaveBar
        id="variant-mappings"
        open={form.dirty}
        saving={form.saving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <BlockStack gap="400">
        {reading && (
          <Banner tone="info" title={COPY.reading.title}>
            <RunProgress {...reading} label={COPY.reading.text(reading.done, reading.total)} />
          </Banner>
        )}
        {problem && <Banner tone="warning">{SAVED_VIEW_ERRORS[problem]}</Banner>}
        <SaveErrorBanner outcome={form.outcome} />
        <OutdatedBanner variants={page.rows} form={form} nameOf={variantName} />
        <BulkBanner bulkEdit={bulkEdit} />
        <Card padding="0">
          <VariantsFilters queryState={queryState} views={views} disabled={form.dirty} />
          {page.total > 0 && (
            <Box paddingInline="300" paddingBlock="200">
              <Small>{COPY.total(page.total)}</Small>
            </Box>
          )}
          <VariantsTable
            page={page}
            query={query}
            form={form}
            reading={reading !== null}
            paginatedSelectAllText={COPY.allSelected(page.total)}
            {...selectionProps}
            {...bulkMenu(denied || form.dirty || bulkEdit.isWorking, hasCatalog, (choice) => {
              bulkEdit.clearAnswer();
              choose(choice);
            })}
            onPage={change}
          />
        </Card>
      </BlockStack>
      {choosing && (
        <ChosenDialog
          choice={choosing}
          hasCatalog={hasCatalog}
          {...{ bulkEdit, selection, variants, shownRows }}
          onClose={() => choose(null)}
        />
      )}
    </Page>
  );
}

/** The rows that staff selected, or the whole list. */
function useVariantSelection(page: VariantsPage, query: VariantsQuery) {
  const rows = page.rows.map(({ gid }) => ({ id: gid }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(rows);
  // A selection belongs to the list that showed its rows.
  const address = writeVariantsQuery(query).toString();
  useEffect(clearSelection, [address]);
  const selectedRows = page.rows.filter(({ gid }) => selectedResources.includes(gid));
  const selected = selectedRows.map(({ gid }) => gid);
  // "All" is known of the whole list; of a list of one page, the rows are.
  const isWholeList = allResourcesSelected && page.total > page.rows.length;
  const selection: BulkSelection = isWholeList
    ? { filter: { view: query.view, query: query.query } }
    : { variantGids: selected };
  return {
    selection,
    /** How many are selected. */
    variants: isWholeList ? page.total : selected.length,
    /** The selected rows, as the page shows them; null: staff selected the whole list, of which the page shows a part. */
    shownRows: isWholeList ? null : selectedRows,
    clear: clearSelection,
    /** Of the table. */
    props: {
      selected,
      selectedItemsCount: allResourcesSelected ? ("All" as const) : selected.length,
      hasMoreItems: page.total > page.rows.length,
      onSelectionChange: handleSelectionChange,
    },
  };
}

// Loaded when they are opened: most visits of the page are for the table.
const BulkDialog = lazy(() => import("./bulk-dialog.tsx").then(({ BulkDialog: dialog }) => ({ default: dialog })));
const BulkRuleDialog = lazy(() =>
  import("./bulk-rule-dialog.tsx").then(({ BulkRuleDialog: dialog }) => ({ default: dialog })),
);

interface ChosenDialogProps {
  choice: BulkChoice;
  hasCatalog: boolean;
  bulkEdit: BulkEdit;
  selection: BulkSelection;
  /** How many are selected. */
  variants: number;
  /** The selected variants as the page shows them; null: it shows a part of them. */
  shownRows: readonly VariantRow[] | null;
  onClose(): void;
}

/** The dialog of a bulk action of the menu. */
function ChosenDialog(props: ChosenDialogProps) {
  const { choice, hasCatalog, bulkEdit, selection, variants, shownRows, onClose } = props;
  return (
    <>
      <RestoreFocus />
      <Suspense>
        {choice === "map_by_rule" || choice === "own_skus" || choice === "from_catalog" ? (
          <BulkRuleDialog kind={choice} {...{ hasCatalog, bulkEdit, selection, variants, onClose }} />
        ) : (
          <BulkDialog
            kind={choice}
            variants={variants}
            shownRows={shownRows}
            busy={bulkEdit.busy}
            answer={bulkEdit.answer}
            onClose={onClose}
            onApply={(action, saveAnyway) => bulkEdit.begin(action, selection, saveAnyway)}
          />
        )}
      </Suspense>
    </>
  );
}

interface VariantsFiltersProps {
  queryState: VariantsQueryState;
  views: SavedViews;
  /** Another list would hide unsaved changes. */
  disabled: boolean;
}

/** Views, saved views and search of the variants page. */
function VariantsFilters({ queryState, views, disabled }: VariantsFiltersProps) {
  const { query, loading, change, open, openTab } = queryState;
  const filters = useListFilters({
    filtering: query.query !== "" && !views.current,
    search: query.query,
    onSearch: (text) => change({ query: text }, true),
  });
  const { tabs, selected, select } = viewTabs({
    fixed: VARIANT_VIEWS,
    open: query.view,
    views,
    label: (view) => VIEW_COPY[view].label,
    onOpen: openTab,
    onEdit: filters.showFilters,
  });
  useScrollToOpenTab(selected, filters.showsTabs);
  return (
    <IndexFilters
      {...filters.props(select)}
      tabs={tabs}
      selected={selected}
      canCreateNewView={views.canAdd}
      onCreateNewView={(name) =>
        views.save(name, writeVariantsQuery({ ...query, query: "", after: null, before: null }).toString())
      }
      queryPlaceholder={COPY.search}
      filters={[]}
      onClearAll={filters.clearSearch}
      hideFilters
      loading={loading}
      disabled={disabled}
      cancelAction={{ onAction: () => (views.current ? open(views.current) : filters.clearSearch()) }}
      primaryAction={saveViewAction(views, query.query !== "")}
    />
  );
}

type VariantsQueryState = ReturnType<typeof useVariantsQuery>;

/** The query in the page's address, and the ways to change it. */
function useVariantsQuery() {
  const { params, viewId, loading, navigateTo } = useListAddress();
  const query = readVariantsQuery(params);
  return {
    query,
    viewId,
    loading,
    /** Starts at the first page again, except for a change of the page itself. */
    change: (change: Partial<VariantsQuery>, replace = false) =>
      navigateTo(writeVariantsQuery({ ...viewQuery(query), ...change }), viewId, replace),
    open: (view: SavedView) => navigateTo(new URLSearchParams(view.query), view.id),
    openTab: (view: VariantView) => navigateTo(writeVariantsQuery({ ...viewQuery(query), view, query: "" }), null),
  };
}
