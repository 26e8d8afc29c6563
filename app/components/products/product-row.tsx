import { Badge, BlockStack, Box, IndexTable, InlineStack, Link, Text } from "@shopify/polaris";
import type { ProductRow } from "../../catalog/products-page.ts";
import { ProductImage } from "./product-image.tsx";
import { artworkText, COPY, mappedLabel, STATUS_BADGES } from "./copy.ts";

interface RowProps {
  row: ProductRow;
  position: number;
  /** Shopify no longer has the product. */
  missingInShopify: boolean;
}

/** A product in the table. The whole row links to the product's page. */
export function ProductTableRow({ row, position, missingInShopify }: RowProps) {
  return (
    <IndexTable.Row id={row.number} position={position}>
      <IndexTable.Cell>
        <InlineStack gap="300" blockAlign="center" wrap={false}>
          <ProductImage url={row.shopify?.imageUrl} />
          <ProductLink row={row} />
        </InlineStack>
      </IndexTable.Cell>
      <IndexTable.Cell>
        <StatusBadge row={row} missingInShopify={missingInShopify} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <MappedBadge row={row} />
      </IndexTable.Cell>
      <IndexTable.Cell>{skus(row)}</IndexTable.Cell>
      <IndexTable.Cell>{artworkText(row)}</IndexTable.Cell>
    </IndexTable.Row>
  );
}

/** A product on a phone. */
export function ProductPhoneRow({ row, position, missingInShopify }: RowProps) {
  return (
    <IndexTable.Row id={row.number} position={position}>
      <Box padding="300" width="100%">
        <InlineStack gap="300" wrap={false} blockAlign="start">
          <ProductImage url={row.shopify?.imageUrl} />
          <BlockStack gap="100">
            <ProductLink row={row} />
            {row.mapped > 0 && (
              <Text as="span" tone="subdued" variant="bodySm" breakWord>
                {skus(row)}
              </Text>
            )}
            <InlineStack gap="150">
              <MappedBadge row={row} />
              <StatusBadge row={row} missingInShopify={missingInShopify} />
            </InlineStack>
          </BlockStack>
        </InlineStack>
      </Box>
    </IndexTable.Row>
  );
}

function ProductLink({ row }: { row: ProductRow }) {
  return (
    <Link dataPrimaryLink monochrome removeUnderline url={`/app/products/${row.number}`}>
      <Text as="span" fontWeight="semibold" breakWord>
        {row.shopify?.title ?? COPY.product.untitled(row.number)}
      </Text>
    </Link>
  );
}

function StatusBadge({ row, missingInShopify }: { row: ProductRow; missingInShopify: boolean }) {
  if (missingInShopify) return <Badge tone="warning">{COPY.table.missing}</Badge>;
  if (!row.shopify) return null;
  const { label, tone } = STATUS_BADGES[row.shopify.status];
  return <Badge tone={tone}>{label}</Badge>;
}

function MappedBadge({ row }: { row: ProductRow }) {
  const { label, tone, progress } = mappedLabel(row.mapped, row.shopify?.variantCount ?? null);
  return (
    <Badge tone={tone} progress={progress}>
      {label}
    </Badge>
  );
}

/** The first two, and the number of the others. */
function skus({ skus }: ProductRow): string {
  const further = skus.length - 2;
  return further > 0 ? `${skus.slice(0, 2).join(", ")} and ${further} more` : skus.join(", ");
}
