import { BlockStack, Box, Button, EmptySearchResult, IndexTable, Text, useBreakpoints } from "@shopify/polaris";
import { productNumber } from "../../catalog/product-number.ts";
import type { WaitingVariant } from "../../catalog/variants-to-map.ts";
import { counted } from "../common/format.ts";
import { When } from "../common/date-time.tsx";
import { TAB_WORDS } from "./words.ts";

/** Variants that orders wait for. */
export function WaitingList({ waiting }: { waiting: readonly WaitingVariant[] }) {
  const { smDown } = useBreakpoints();
  const { none, hint } = TAB_WORDS.waiting;
  return (
    <IndexTable
      resourceName={{ singular: "variant", plural: "variants" }}
      itemCount={waiting.length}
      headings={[
        { title: "Variant" },
        { title: "Your SKU" },
        { title: "Orders on hold" },
        { title: "Since" },
        { title: "Action", hidden: true },
      ]}
      condensed={smDown}
      selectable={false}
      emptyState={<EmptySearchResult title={none} description={hint} withIllustration />}
    >
      {waiting.map((one, position) => (smDown ? phoneRow(one, position) : tableRow(one, position)))}
    </IndexTable>
  );
}

const idOf = (one: WaitingVariant) => one.variantGid ?? one.title;

function tableRow(one: WaitingVariant, position: number) {
  return (
    <IndexTable.Row key={idOf(one)} id={idOf(one)} position={position}>
      <IndexTable.Cell>
        <Name one={one} />
      </IndexTable.Cell>
      <IndexTable.Cell>{one.sku}</IndexTable.Cell>
      <IndexTable.Cell>{held(one)}</IndexTable.Cell>
      <IndexTable.Cell>
        <When at={one.since} />
      </IndexTable.Cell>
      <IndexTable.Cell>
        <MapButton one={one} />
      </IndexTable.Cell>
    </IndexTable.Row>
  );
}

function phoneRow(one: WaitingVariant, position: number) {
  return (
    <IndexTable.Row key={idOf(one)} id={idOf(one)} position={position}>
      <Box padding="300" width="100%">
        <BlockStack gap="200" inlineAlign="start">
          <Name one={one} />
          <Text as="span" tone="subdued" variant="bodySm">
            {held(one)} since <When at={one.since} />
          </Text>
          <MapButton one={one} />
        </BlockStack>
      </Box>
    </IndexTable.Row>
  );
}

function Name({ one }: { one: WaitingVariant }) {
  return (
    <BlockStack>
      <Text as="span" fontWeight="semibold" breakWord>
        {one.title}
      </Text>
      {one.variantTitle && (
        <Text as="span" tone="subdued" variant="bodySm" breakWord>
          {one.variantTitle}
        </Text>
      )}
    </BlockStack>
  );
}

function MapButton({ one }: { one: WaitingVariant }) {
  if (one.productGid === null || one.variantGid === null) {
    return (
      <Text as="span" tone="subdued">
        No variant of Shopify: cannot be mapped
      </Text>
    );
  }
  const url = `/app/products/${productNumber(one.productGid)}?variant=${productNumber(one.variantGid)}`;
  return (
    <Button url={url} accessibilityLabel={`Map ${[one.title, one.variantTitle].filter(Boolean).join(", ")}`}>
      Map
    </Button>
  );
}

const held = (one: WaitingVariant) => `${counted(one.orders, "order")}, ${counted(one.pieces, "piece")}`;
