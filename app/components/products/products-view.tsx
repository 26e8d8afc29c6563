import { BlockStack, Box, Card, Page, Text, IndexFilters, Tabs, Button, ChoiceList, Modal } from "@shopify/polaris";
import { useState } from "react";
import { useAppBridge } from "@shopify/app-bridge-react";
import type { ProductsPage } from "../../catalog/products-page.ts";
import {
  readProductsQuery,
  writeProductsQuery,
  PRODUCT_TABS,
  type ProductsQuery,
} from "../../catalog/products-query.ts";
import type { VariantToMap } from "../../catalog/variants-to-map.ts";
import { DryRunOffer, MessageBanner } from "../common/banners.tsx";
import { useListAddress } from "../common/list-address.ts";
import { COPY, TAB_COPY } from "./copy.ts";
import { RetryBanner, NoProducts } from "./product-banners.tsx";
import { ProductsTable } from "./products-table.tsx";
import { TRANSFER } from "./import-copy.ts";
import { ImportDialog, exportPath, useMappingImport } from "./import-dialog.tsx";
import { useScrollToOpenTab, useListFilters } from "../common/list-filters.ts";
import { gidNumber } from "../../ports/gid.ts";
import { DateTime } from "../common/date-time.tsx";
import { ResponsiveTable } from "../common/responsive-table.tsx";
import { Small, Strong, Subdued } from "../common/text.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useDownload } from "../common/use-download.ts";
import { useRestoreFocus } from "../common/focus.ts";
import { useDenied } from "../common/shop-context.tsx";

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
      secondaryActions={[
        { content: COPY.variants, url: "/app/products/variants" },
        { content: COPY.catalog, url: "/app/catalog" },
        ...transfer.actions,
      ]}
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
  const denied = useDenied();
  return {
    actions: [
      { content: TRANSFER.export.action, onAction: () => setOpen("export") },
      { content: TRANSFER.import.action, disabled: denied || current === undefined, onAction: () => setOpen("import") },
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
          onDismiss={current.state === "done" && !denied ? () => mappingImport.discard(current.id) : undefined}
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

const toMapText = COPY.toMap;

interface VariantsToMapProps {
  /** waiting: with orders on hold. sold: in orders that nothing holds. */
  tab: "waiting" | "sold";
  variants: readonly VariantToMap[];
}

/** Unmapped variants that orders have. */
function VariantsToMap({ tab, variants }: VariantsToMapProps) {
  const { empty, hint } = TAB_COPY[tab];
  return (
    <ResponsiveTable
      rows={variants}
      resource={toMapText.resource}
      headings={toMapText.headings[tab]}
      idOf={({ variantGid, title }) => variantGid ?? title}
      empty={{ title: empty, hint }}
      cells={(variant) => [
        <Name variant={variant} />,
        variant.sku,
        heldText(variant),
        <DateTime at={variant.since} />,
        <MapButton variant={variant} />,
      ]}
      phone={(variant) => (
        <BlockStack gap="200" inlineAlign="start">
          <Name variant={variant} />
          <Small>
            {heldText(variant)} {toMapText.since} <DateTime at={variant.since} />
          </Small>
          <MapButton variant={variant} />
        </BlockStack>
      )}
    />
  );
}

function Name({ variant }: { variant: VariantToMap }) {
  return (
    <BlockStack>
      <Strong breakWord>{variant.title}</Strong>
      {variant.variantTitle && <Small breakWord>{variant.variantTitle}</Small>}
    </BlockStack>
  );
}

function MapButton({ variant: { productGid, variantGid, title, variantTitle } }: { variant: VariantToMap }) {
  if (productGid === null || variantGid === null) return <Subdued>{toMapText.deleted}</Subdued>;
  const url = `/app/products/${gidNumber(productGid)}?variant=${gidNumber(variantGid)}`;
  const name = [title, variantTitle].filter(Boolean).join(", ");
  return (
    <Button url={url} accessibilityLabel={toMapText.mapLabel(name)}>
      {toMapText.map}
    </Button>
  );
}

const heldText = ({ orders, pieces }: VariantToMap) => toMapText.held(orders, pieces);

const exportText = TRANSFER.export;

/** Asks which variants to export, and saves the file. */
function ExportDialog({ onClose }: { onClose(): void }) {
  useRestoreFocus();
  const bridge = useAppBridge();
  const [variants, setVariants] = useState("all");
  const file = useDownload(exportText.fileName, () => {
    bridge.toast.show(exportText.done);
    onClose();
  });
  return (
    <Modal
      open
      title={exportText.title}
      onClose={onClose}
      primaryAction={{
        content: exportText.action,
        loading: file.busy,
        onAction: () => void file.save(exportPath(variants)),
      }}
      secondaryActions={[{ content: COMMON.cancel, onAction: onClose }]}
    >
      <Modal.Section>
        <BlockStack gap="400">
          {file.failed && <MessageBanner tone="critical" text={exportText.failed} />}
          <Text as="p">{exportText.text}</Text>
          <ChoiceList
            title={exportText.label}
            choices={[...exportText.choices]}
            selected={[variants]}
            onChange={([chosen = "all"]) => setVariants(chosen)}
          />
        </BlockStack>
      </Modal.Section>
    </Modal>
  );
}
