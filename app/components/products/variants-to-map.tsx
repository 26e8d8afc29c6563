import {
  BlockStack,
  Box,
  Button,
  EmptySearchResult,
  IndexTable,
  Text,
  useBreakpoints,
  type IndexTableProps,
} from "@shopify/polaris";
import { productNumber } from "../../catalog/product-number.ts";
import type { VariantToMap } from "../../catalog/variants-to-map.ts";
import { DateTime } from "../common/date-time.tsx";
import { COPY, TAB_COPY } from "./copy.ts";

const text = COPY.toMap;

/** Unmapped variants with orders on hold. */
export function VariantsToMap({ variants }: { variants: readonly VariantToMap[] }) {
  const { smDown } = useBreakpoints();
  const { empty, hint } = TAB_COPY.waiting;
  return (
    <IndexTable
      resourceName={text.resource}
      itemCount={variants.length}
      headings={HEADINGS}
      condensed={smDown}
      selectable={false}
      emptyState={<EmptySearchResult title={empty} description={hint} withIllustration />}
    >
      {variants.map((variant, position) => (smDown ? phoneRow(variant, position) : tableRow(variant, position)))}
    </IndexTable>
  );
}

const HEADINGS: IndexTableProps["headings"] = [
  { title: text.variant },
  { title: text.sku },
  { title: text.onHold },
  { title: text.heldSince },
  { title: text.action, hidden: true },
];

const idOf = (variant: VariantToMap) => variant.variantGid ?? variant.title;

function tableRow(variant: VariantToMap, position: number) {
  return (
    <IndexTable.Row key={idOf(variant)} id={idOf(variant)} position={position}>
      <IndexTable.Cell>
        <Name variant={variant} />
      </IndexTable.Cell>
      <IndexTable.Cell>{variant.sku}</IndexTable.Cell>
      <IndexTable.Cell>{heldText(variant)}</IndexTable.Cell>
      <IndexTable.Cell>
        <DateTime at={variant.since} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <MapButton variant={variant} />
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

function phoneRow(variant: VariantToMap, position: number) {
  return (
    <IndexTable.Row key={idOf(variant)} id={idOf(variant)} position={position}>
      <Box padding="300" width="100%">
        <BlockStack gap="200" inlineAlign="start">
          <Name variant={variant} />
          <Text as="span" tone="subdued" variant="bodySm">
            {heldText(variant)} {text.since} <DateTime at={variant.since} />
          </Text>
          <MapButton variant={variant} />
        </BlockStack>
      </Box>
    </IndexTable.Row>
  );
}

function Name({ variant }: { variant: VariantToMap }) {
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold" breakWord>
        {variant.title}
      </Text>
      {variant.variantTitle && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {variant.variantTitle}
        </Text>
      )}
    </BlockStack>
  );
}

function MapButton({ variant }: { variant: VariantToMap }) {
  if (variant.productGid === null || variant.variantGid === null) {
    return (
      <Text as="span" tone="subdued">
        {text.custom}
      </Text>
    );
  }
  const url = `/app/products/${productNumber(variant.productGid)}?variant=${productNumber(variant.variantGid)}`;
  return (
    <Button
      url={url}
      accessibilityLabel={text.mapLabel([variant.title, variant.variantTitle].filter(Boolean).join(", "))}
    >
      {text.map}
    </Button>
  );
}

const heldText = (variant: VariantToMap) => text.held(variant.orders, variant.pieces);
