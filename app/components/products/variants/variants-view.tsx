import { Banner, BlockStack, Box, Card, Page } from "@shopify/polaris";
import { useState } from "react";
import type { ReadingProgress } from "../../../catalog/variants/reading-progress.ts";
import type { VariantsPage } from "../../../catalog/variants/read-variants-page.ts";
import { viewQuery, writeVariantsQuery } from "../../../catalog/variants/variants-query.ts";
import type { SavedView } from "../../../shops/saved-views.ts";
import { MessageBanner } from "../../common/banners.tsx";
import { SAVED_VIEW_ERRORS } from "../../common/copy.ts";
import { ContextualSaveBar } from "../../common/save-bar.tsx";
import { Small } from "../../common/text.tsx";
import { useAutoRefresh } from "../../common/use-auto-refresh.ts";
import { useSavedViews } from "../../common/use-saved-views.ts";
import { NoProducts } from "../no-products.tsx";
import { OutdatedBanner, SaveErrorBanner } from "../product-banners.tsx";
import { useMappingForm } from "../use-mapping-form.ts";
import { BulkBanner } from "./bulk-banner.tsx";
import { ChosenDialog } from "./chosen-dialog.tsx";
import { bulkMenu, type BulkChoice } from "./bulk-menu.ts";
import { COPY, variantName } from "./copy.ts";
import { useBulkEdit } from "./use-bulk-edit.ts";
import { useVariantSelection } from "./use-variant-selection.ts";
import { useVariantsQuery } from "./use-variants-query.ts";
import { VariantsFilters } from "./variants-filters.tsx";
import { VariantsTable } from "./variants-table.tsx";

const REFRESH_MS = 3_000;

export interface VariantsViewProps {
  page: VariantsPage;
  views: SavedView[];
  viewLimit: number;
  /** null once all variants were read. */
  reading: ReadingProgress | null;
}

/** All variants of the shop, to be found and mapped. */
export function VariantsView({ page, reading, views: saved, viewLimit }: VariantsViewProps) {
  const queryState = useVariantsQuery();
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
          <MessageBanner tone="info" title={COPY.reading.title} text={COPY.reading.text(reading.seen, reading.total)} />
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
            {...bulkMenu(form.dirty || bulkEdit.isWorking, (choice) => {
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
          {...{ bulkEdit, selection, variants, shownRows }}
          onClose={() => choose(null)}
        />
      )}
    </Page>
  );
}
