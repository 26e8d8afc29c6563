import { useNavigate, useRevalidator } from "@remix-run/react";
import { useAppBridge } from "@shopify/app-bridge-react";
import { Banner, BlockStack, Card, EmptyState, Page } from "@shopify/polaris";
import { productNumber } from "../../catalog/product-number.ts";
import type { ProductsPage } from "../../catalog/products-page.ts";
import type { VariantToMap } from "../../catalog/variants-to-map.ts";
import picture from "./no-products.svg";
import { ProductsFilters } from "./products-filters.tsx";
import { ProductsTable } from "./products-table.tsx";
import { useProductsQuery } from "./use-products-query.ts";
import { VariantsToMap } from "./variants-to-map.tsx";

export interface ProductsViewProps {
  /** null on the tab `waiting`. */
  page: ProductsPage | null;
  variantsToMap: VariantToMap[];
}

/** The shop's products, and what is mapped of them. */
export function ProductsView({ page, variantsToMap }: ProductsViewProps) {
  const { query, loading, change } = useProductsQuery();
  const openPicker = useProductPicker();
  const isEmpty = query.tab === "all" && !query.search && page?.reachable && page.rows.length === 0;
  if (isEmpty && variantsToMap.length === 0) return <NoProducts />;
  return (
    <Page title="Products" primaryAction={{ content: "Map products", onAction: () => void openPicker() }} fullWidth>
      <BlockStack gap="400">
        {page?.reachable === false && <NotReachable />}
        <Card padding="0">
          <ProductsFilters query={query} toMapCount={variantsToMap.length} loading={loading} onChange={change} />
          {page ? (
            <ProductsTable page={page} query={query} onPage={change} />
          ) : (
            <VariantsToMap variants={variantsToMap} />
          )}
        </Card>
      </BlockStack>
    </Page>
  );
}

/** Shopify's own picker; what is picked there is opened. */
function useProductPicker() {
  const bridge = useAppBridge();
  const navigate = useNavigate();
  return async () => {
    const selection = await bridge.resourcePicker({ type: "product", action: "select", filter: { variants: false } });
    const product = selection?.[0];
    if (product) navigate(`/app/products/${productNumber(product.id)}`);
  };
}

function NotReachable() {
  const { revalidate, state } = useRevalidator();
  return (
    <Banner
      tone="warning"
      title="Your products cannot be read from Shopify just now"
      action={{ content: "Try again", onAction: revalidate, loading: state === "loading" }}
    >
      <p>Mapped products are listed without their titles and pictures. Orders go on in the background.</p>
    </Banner>
  );
}

function NoProducts() {
  return (
    <Page title="Products">
      <Card>
        <EmptyState
          heading="Say what is printed for your products"
          image={picture}
          action={{ content: "Add a product in Shopify", url: "shopify://admin/products/new", target: "_top" }}
        >
          <p>
            A mapping ties a variant to a SKU of the print service and to its artwork. Add a product in Shopify, then
            map its variants here: from then on its orders are sent to print by themselves.
          </p>
        </EmptyState>
      </Card>
    </Page>
  );
}
