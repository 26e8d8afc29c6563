import { BlockStack, Box, Card, Page, Text } from "@shopify/polaris";
import type { ProductsPage } from "../../catalog/products-page.ts";
import { readProductsQuery, writeProductsQuery, type ProductsQuery } from "../../catalog/products-query.ts";
import type { VariantToMap } from "../../catalog/variants-to-map.ts";
import { DryRunOffer } from "../common/banners.tsx";
import { useListAddress } from "../common/use-list-address.ts";
import { COPY } from "./copy.ts";
import { RetryBanner } from "./product-banners.tsx";
import { NoProducts } from "./no-products.tsx";
import { ProductsFilters } from "./products-filters.tsx";
import { ProductsTable } from "./products-table.tsx";
import { useTransfer } from "./use-transfer.tsx";
import { VariantsToMap } from "./variants-to-map-table.tsx";

export interface ProductsViewProps {
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
