import { BlockStack, Box, Card, EmptyState, Page, useIndexResourceState } from "@shopify/polaris";
import { useEffect, useState } from "react";
import type { BulkActionKind } from "../../../catalog/bulk-edit/bulk-actions.ts";
import type { ReadingProgress } from "../../../catalog/variants/reading-progress.ts";
import type { VariantsPage } from "../../../catalog/variants/read-variants-page.ts";
import { writeVariantsQuery } from "../../../catalog/variants/variants-query.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { ContextualSaveBar } from "../../common/save-bar.tsx";
import { Small } from "../../common/text.tsx";
import { useAutoRefresh } from "../../common/use-auto-refresh.ts";
import picture from "../no-products.svg";
import { SaveErrorBanner } from "../product-banners.tsx";
import { useMappingForm } from "../use-mapping-form.ts";
import { BulkBanner } from "./bulk-banner.tsx";
import { BulkDialog } from "./bulk-dialog.tsx";
import { bulkMenu } from "./bulk-menu.ts";
import { COPY } from "./copy.ts";
import { useBulkEdit } from "./use-bulk-edit.ts";
import { useVariantsQuery } from "./use-variants-query.ts";
import { VariantsFilters } from "./variants-filters.tsx";
import { VariantsTable } from "./variants-table.tsx";

const REFRESH_MS = 3_000;

export interface VariantsViewProps {
  page: VariantsPage;
  /** null once all variants were read. */
  reading: ReadingProgress | null;
}

/** All variants of the shop, to be found and mapped. */
export function VariantsView({ page, reading }: VariantsViewProps) {
  const { query, loading, change } = useVariantsQuery();
  const form = useMappingForm(page.rows, ({ productGid }) => productGid);
  const [choosing, choose] = useState<BulkActionKind | null>(null);
  const gids = page.rows.map(({ gid }) => ({ id: gid }));
  const { selectedResources, allResourcesSelected, handleSelectionChange, clearSelection } =
    useIndexResourceState(gids);
  const bulkEdit = useBulkEdit(() => {
    choose(null);
    clearSelection();
  });
  // A selection belongs to the list that showed its rows.
  const address = writeVariantsQuery(query).toString();
  useEffect(clearSelection, [address]);
  useAutoRefresh(REFRESH_MS, reading !== null && !form.dirty);
  const selected = page.rows.flatMap(({ gid }) => (selectedResources.includes(gid) ? [gid] : []));
  // "All" is known of the whole list; of a list of one page, the rows are.
  const isWholeList = allResourcesSelected && page.total > page.rows.length;
  const { view, query: text } = query;

  if (reading === null && page.total === 0 && view === "all" && text === "") return <NoVariants />;
  return (
    <Page title={COPY.title} fullWidth backAction={{ content: COPY.products, url: "/app/products" }}>
      <ContextualSaveBar
        id="variant-mappings"
        open={form.dirty}
        saving={form.saving}
        onSave={form.save}
        onDiscard={form.discard}
      />
      <BlockStack gap="400">
        {reading && (
          <MessageBanner tone="info" title={COPY.reading.title} text={COPY.reading.text(reading.seen, reading.total)} />
        )}
        <SaveErrorBanner outcome={form.outcome} />
        <BulkBanner bulkEdit={bulkEdit} />
        <Card padding="0">
          <VariantsFilters query={query} loading={loading} disabled={form.dirty} onChange={change} />
          {page.total > 0 && (
            <Box paddingInline="300" paddingBlock="200">
              <Small>{COPY.total(page.total)}</Small>
            </Box>
          )}
          <VariantsTable
            page={page}
            query={query}
            form={form}
            selected={selected}
            selectedItemsCount={allResourcesSelected ? "All" : selected.length}
            hasMoreItems={page.total > page.rows.length}
            paginatedSelectAllText={COPY.allSelected(page.total)}
            onSelectionChange={handleSelectionChange}
            {...bulkMenu(form.dirty || bulkEdit.isWorking, (kind) => {
              bulkEdit.clearAnswer();
              choose(kind);
            })}
            onPage={change}
          />
        </Card>
      </BlockStack>
      {choosing && (
        <BulkDialog
          kind={choosing}
          variants={isWholeList ? page.total : selected.length}
          busy={bulkEdit.busy}
          answer={bulkEdit.answer}
          onClose={() => choose(null)}
          onApply={(action, saveAnyway) =>
            bulkEdit.begin(
              action,
              isWholeList ? { filter: { view, query: text } } : { variantGids: selected },
              saveAnyway,
            )
          }
        />
      )}
    </Page>
  );
}

function NoVariants() {
  return (
    <Page title={COPY.title} backAction={{ content: COPY.products, url: "/app/products" }}>
      <Card>
        <EmptyState
          heading={COPY.empty.title}
          image={picture}
          action={{ content: COPY.empty.action, url: "shopify://admin/products/new", target: "_top" }}
        >
          <p>{COPY.empty.text}</p>
        </EmptyState>
      </Card>
    </Page>
  );
}
