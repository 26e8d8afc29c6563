import { BlockStack, Box, Card, Page, Text, IndexFilters, Tabs } from "@shopify/polaris";
import type { ProductsPage } from "../../catalog/products-page.ts";
import {
  readProductsQuery,
  writeProductsQuery,
  type ProductsQuery,
  PRODUCT_TABS,
} from "../../catalog/products-query.ts";
import type { VariantToMap } from "../../catalog/variants-to-map.ts";
import { DryRunOffer, MessageBanner } from "../common/banners.tsx";
import { useListAddress } from "../common/use-list-address.ts";
import { COPY, TAB_COPY } from "./copy.ts";
import { RetryBanner } from "./product-banners.tsx";
import { NoProducts } from "./no-products.tsx";
import { ProductsTable } from "./products-table.tsx";
import { VariantsToMap } from "./variants-to-map-table.tsx";
import { useState } from "react";
import { ExportDialog } from "./export-dialog.tsx";
import { TRANSFER } from "./import-copy.ts";
import { ImportDialog } from "./import-dialog.tsx";
import { useMappingImport } from "./use-mapping-import.ts";
import { useScrollToOpenTab } from "../common/use-scroll-to-open-tab.ts";
import { useListFilters } from "../common/use-list-filters.ts";

interface ProductsViewProps {
  /** null in the tabs `waiting` and `sold`. */
  page: ProductsPage | null;
  variantsToMap: VariantToMap[];
  soldUnmapped: VariantToMap[];
  /** See offersDryRun. */
  offersRun: boolean;
}

/** The shop's products and their mappings. */
export function ProductsView({ page, variantsToMap, soldUnmapped, offersRun }: ProductsViewProps) {
  const { query, loading, change } = useProductsQuery();
  const transfer = useTransfer();
  const isEmpty = query.tab === "all" && !query.search && page?.reachable && page.rows.length === 0;
  if (isEmpty && variantsToMap.length === 0) return <NoProducts title={COPY.title} copy={COPY.noProducts} />;
  return (
    <Page
      title={COPY.title}
      fullWidth
      primaryAction={{ content: COPY.mapVariants, url: "/app/products/variants?view=unmapped" }}
      secondaryActions={[{ content: COPY.variants, url: "/app/products/variants" }, ...transfer.actions]}
    >
      {transfer.dialogs}
      <BlockStack gap="400">
        {transfer.banner ?? (offersRun && <DryRunOffer />)}
        {page?.reachable === false && <RetryBanner {...COPY.unreachable} />}
        <Card padding="0">
          <ProductsFilters
            query={query}
            counts={{ waiting: variantsToMap.length, sold: soldUnmapped.length }}
            loading={loading}
            onChange={change}
          />
          {page && <ProductsTable page={page} query={query} onPage={change} />}
          {!page && query.tab === "sold" && <SoldUnmapped variants={soldUnmapped} />}
          {!page && query.tab !== "sold" && <VariantsToMap tab="waiting" variants={variantsToMap} />}
        </Card>
      </BlockStack>
    </Page>
  );
}

function SoldUnmapped({ variants }: { variants: VariantToMap[] }) {
  return (
    <>
      {variants.length > 0 && (
        <Box paddingInline="300" paddingBlock="200">
          <Text as="p" tone="subdued">
            {COPY.toMap.soldNote}
          </Text>
        </Box>
      )}
      <VariantsToMap tab="sold" variants={variants} />
    </>
  );
}

/** The query in the page's address, and a way to change it. */
function useProductsQuery() {
  const { params, loading, navigateTo } = useListAddress();
  const query = readProductsQuery(params);
  return {
    query,
    loading,
    /** Starts at the first page again, except for a change of the page itself. */
    change: (change: Partial<ProductsQuery>, replace = false) =>
      navigateTo(writeProductsQuery({ ...query, after: null, before: null, ...change }), null, replace),
  };
}

/** Export and import of mappings: the actions of a page, their dialogs, and a banner while an import is not finished. */
function useTransfer() {
  const [open, setOpen] = useState<"export" | "import" | "result" | null>(null);
  const mappingImport = useMappingImport();
  const { current } = mappingImport;
  const close = () => setOpen(null);
  const { running } = TRANSFER.import;
  return {
    actions: [
      { content: TRANSFER.export.action, onAction: () => setOpen("export") },
      { content: TRANSFER.import.action, disabled: current === undefined, onAction: () => setOpen("import") },
    ],
    dialogs: (
      <>
        {open === "export" && <ExportDialog onClose={close} />}
        {(open === "import" || open === "result") && (
          <ImportDialog mappingImport={mappingImport} asksForFile={open === "import"} onClose={close} />
        )}
      </>
    ),
    banner:
      current && open !== "import" && open !== "result" ? (
        <MessageBanner
          tone="info"
          title={running.title}
          text={
            current.state === "done" && current.rows.wrong > 0
              ? running.someLeftOut(current.rows.wrong)
              : running.text[current.state]
          }
          action={{ content: running.action, onAction: () => setOpen("result") }}
          onDismiss={current.state === "done" ? () => mappingImport.discard(current.id) : undefined}
        />
      ) : null,
  };
}

interface ProductsFiltersProps {
  query: ProductsQuery;
  /** The number of variants in the tabs that list variants. */
  counts: { waiting: number; sold: number };
  loading: boolean;
  onChange(change: Partial<ProductsQuery>, replace?: boolean): void;
}

/** Tabs and search of the products page. */
function ProductsFilters({ query, counts, loading, onChange }: ProductsFiltersProps) {
  const filters = useListFilters({
    filtering: query.search !== "",
    search: query.search,
    onSearch: (search) => onChange({ search }, true),
  });
  const tabs = PRODUCT_TABS.map((id) => ({
    id,
    content: TAB_COPY[id].label,
    isLocked: true,
    ...((id === "waiting" || id === "sold") && counts[id] > 0 && { badge: String(counts[id]) }),
  }));
  const selected = PRODUCT_TABS.indexOf(query.tab);
  const select = (index: number) => onChange({ tab: PRODUCT_TABS[index] ?? "all", search: "" });
  // These tabs have no search: their lists are short.
  const tabsOnly = query.tab === "waiting" || query.tab === "sold";
  useScrollToOpenTab(selected, tabsOnly || filters.showsTabs);
  if (tabsOnly) return <Tabs tabs={tabs} selected={selected} onSelect={select} />;
  return (
    <IndexFilters
      {...filters.props(select)}
      tabs={tabs}
      selected={selected}
      canCreateNewView={false}
      queryPlaceholder={TAB_COPY[query.tab].searchPlaceholder}
      filters={[]}
      onClearAll={filters.clearSearch}
      hideFilters
      loading={loading}
      cancelAction={{ onAction: filters.clearSearch }}
    />
  );
}
