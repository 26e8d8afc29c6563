import { Badge, BlockStack, Box, Button, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment } from "react";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import { LineActButton, type Acting } from "./action-button.tsx";
import { Artwork } from "./artwork.tsx";
import { fateWords } from "./fate-words.ts";

/** Every line of the Shopify order: printed or not, and why. `leftAlone`: none of it is printed. */
export function LinesCard({ lines, leftAlone, acting }: { lines: LineView[]; leftAlone: boolean; acting: Acting }) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Lines
        </Text>
        {lines.map((line, at) => (
          <Fragment key={line.id}>
            {at > 0 && <Divider />}
            <Line line={line} leftAlone={leftAlone} acting={acting} />
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

function Line({ line, leftAlone, acting }: { line: LineView; leftAlone: boolean; acting: Acting }) {
  const mapUrl = line.ours && !line.mapped && !leftAlone && line.productId && `/app/products/${line.productId}`;
  return (
    <BlockStack gap="300">
      <InlineStack gap="400" align="space-between" blockAlign="start" wrap={false}>
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm" breakWord>
            {line.title}
          </Text>
          <Facts line={line} />
          {!(line.ours && leftAlone) && (
            <Text as="p" tone="subdued">
              {fateWords(line.reason)}
            </Text>
          )}
        </BlockStack>
        <Box minWidth="fit-content">
          <Fate line={line} leftAlone={leftAlone} />
        </Box>
      </InlineStack>
      {line.artwork.length > 0 && <Artwork artwork={line.artwork} title={line.title} />}
      {(mapUrl || line.act) && (
        <InlineStack gap="400" blockAlign="center">
          {mapUrl && <Button url={mapUrl}>Map the product</Button>}
          {line.act && <LineActButton act={line.act} lineId={line.id} title={line.title} acting={acting} plain />}
        </InlineStack>
      )}
    </BlockStack>
  );
}

function Fate({ line: { quantity, ours, mapped }, leftAlone }: { line: LineView; leftAlone: boolean }) {
  if (quantity === 0) return <Badge>Removed</Badge>;
  if (!ours || leftAlone) return <Badge>Not printed</Badge>;
  return mapped ? <Badge tone="info">Goes to print</Badge> : <Badge tone="warning">Not mapped</Badge>;
}

function Facts({ line }: { line: LineView }) {
  const parts = [
    line.variantTitle,
    line.sku && `SKU ${line.sku}`,
    line.itemSku !== "" && `prints as ${line.itemSku}`,
    quantityWords(line),
  ].filter((part) => part);
  return (
    <Text as="p" breakWord>
      {parts.join(" · ")}
    </Text>
  );
}

function quantityWords({ quantity, remaining, ours }: LineView): string {
  if (quantity === 0) return "Not in the order any more";
  if (!ours) return `Quantity ${quantity}`;
  return remaining === 0 ? `Quantity ${quantity}, all fulfilled` : `Quantity ${quantity}, ${remaining} to fulfill`;
}
