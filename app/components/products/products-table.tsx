import { Badge, BlockStack, InlineStack, Link, Thumbnail } from "@shopify/polaris";
import { ImageIcon } from "@shopify/polaris-icons";
import type { ProductRow, ProductsPage } from "../../catalog/products-page.ts";
import type { ProductsQuery } from "../../catalog/products-query.ts";
import { cursorPagination, ResponsiveTable } from "../common/responsive-table.tsx";
import { Small, Strong } from "../common/text.tsx";
import { artworkText, brokenLabel, changedLabel, COPY, productLabel, STATUS_BADGES, TAB_COPY } from "./copy.ts";

export interface ProductsTableProps {
  page: ProductsPage;
  query: ProductsQuery;
  onPage(cursor: Pick<ProductsQuery, "after" | "before">): void;
}

/** A page of products. A whole row links to the product's page. */
export function ProductsTable({ page, query, onPage }: ProductsTableProps) {
  const { empty, hint } = TAB_COPY[query.tab];
  return (
    <ResponsiveTable
      rows={page.rows}
      resource={COPY.table.resource}
      headings={COPY.table.headings}
      idOf={({ number }) => number}
      empty={query.search ? COPY.noResults : { title: empty, hint }}
      pagination={cursorPagination(page, COPY.table.pages, onPage)}
      cells={(row) => [
        <InlineStack gap="300" blockAlign="center" wrap={false}>
          <ProductImage url={row.shopify?.imageUrl} />
          <ProductLink row={row} />
        </InlineStack>,
        <StatusBadge row={row} reachable={page.reachable} />,
        <MappedBadge row={row} />,
        skus(row),
        artworkText(row),
      ]}
      phone={(row) => (
        <InlineStack gap="300" wrap={false} blockAlign="start">
          <ProductImage url={row.shopify?.imageUrl} />
          <BlockStack gap="100">
            <ProductLink row={row} />
            {row.mapped > 0 && <Small breakWord>{skus(row)}</Small>}
            <InlineStack gap="150">
              <MappedBadge row={row} />
              <StatusBadge row={row} reachable={page.reachable} />
            </InlineStack>
          </BlockStack>
        </InlineStack>
      )}
    />
  );
}

function ProductLink({ row }: { row: ProductRow }) {
  return (
    <Link dataPrimaryLink monochrome removeUnderline url={`/app/products/${row.number}`}>
      <Strong breakWord>{row.shopify?.title ?? COPY.product.untitled(row.number)}</Strong>
    </Link>
  );
}

function StatusBadge({ row, reachable }: { row: ProductRow; reachable: boolean }) {
  if (!row.shopify && reachable) return <Badge tone="warning">{COPY.table.missing}</Badge>;
  if (!row.shopify) return null;
  const { label, tone } = STATUS_BADGES[row.shopify.status];
  return <Badge tone={tone}>{label}</Badge>;
}

function MappedBadge({ row }: { row: ProductRow }) {
  const { label, ...badge } = productLabel(row);
  const changed = changedLabel(row);
  const broken = brokenLabel(row);
  return (
    <InlineStack gap="150">
      <Badge {...badge}>{label}</Badge>
      {broken && <Badge tone="critical">{broken}</Badge>}
      {changed && <Badge tone="warning">{changed}</Badge>}
    </InlineStack>
  );
}

/** The first two, and the number of the others. */
function skus({ skus }: ProductRow): string {
  const further = skus.length - 2;
  return further > 0 ? `${skus.slice(0, 2).join(", ")} and ${further} more` : skus.join(", ");
}

/** Shopify's picture of a product or variant, or a placeholder. The name beside it is its description. */
export function ProductImage({ url }: { url: string | null | undefined }) {
  return (
    <span>
      <Thumbnail source={url ?? ImageIcon} alt="" size="small" />
    </span>
  );
}
