import { Badge, BlockStack, Box, Button, Card, Divider, InlineStack, Text } from "@shopify/polaris";
import { Fragment } from "react";
import type { LineView } from "../../orders/pages/details/line-views.ts";
import { LineActionButton, type ActionControls } from "./action-button.tsx";
import { Artwork } from "./artwork.tsx";
import { eligibilityMessage } from "./fate-words.ts";

/** Every line of the Shopify order: printed or not, and why. `ignoredReason`: none of it is printed. */
export function LinesCard({
  lines,
  ignored,
  controls,
}: {
  lines: LineView[];
  ignored: boolean;
  controls: ActionControls;
}) {
  return (
    <Card>
      <BlockStack gap="400">
        <Text as="h2" variant="headingMd">
          Lines
        </Text>
        {lines.map((line, at) => (
          <Fragment key={line.id}>
            {at > 0 && <Divider />}
            <Line line={line} ignored={ignored} controls={controls} />
          </Fragment>
        ))}
      </BlockStack>
    </Card>
  );
}

function Line({ line, ignored, controls }: { line: LineView; ignored: boolean; controls: ActionControls }) {
  const printable = line.eligibility === "printable";
  const mapUrl = printable && !line.mapped && !ignored && line.productId && `/app/products/${line.productId}`;
  return (
    <BlockStack gap="300">
      <InlineStack gap="400" align="space-between" blockAlign="start" wrap={false}>
        <BlockStack gap="100">
          <Text as="h3" variant="headingSm" breakWord>
            {line.title}
          </Text>
          <Facts line={line} />
          {!(printable && ignored) && (
            <Text as="p" tone="subdued">
              {eligibilityMessage(line.reason)}
            </Text>
          )}
        </BlockStack>
        <Box minWidth="fit-content">
          <EligibilityBadge line={line} ignored={ignored} />
        </Box>
      </InlineStack>
      {line.artwork.length > 0 && <Artwork artwork={line.artwork} title={line.title} />}
      {(mapUrl || line.action) && (
        <InlineStack gap="400" blockAlign="center">
          {mapUrl && <Button url={mapUrl}>Map the product</Button>}
          {line.action && (
            <LineActionButton action={line.action} lineId={line.id} title={line.title} controls={controls} plain />
          )}
        </InlineStack>
      )}
    </BlockStack>
  );
}

function EligibilityBadge({ line: { quantity, eligibility, mapped }, ignored }: { line: LineView; ignored: boolean }) {
  if (quantity === 0) return <Badge>Removed</Badge>;
  if (eligibility !== "printable" || ignored) return <Badge>Not printed</Badge>;
  return mapped ? <Badge tone="info">Goes to print</Badge> : <Badge tone="warning">Not mapped</Badge>;
}

function Facts({ line }: { line: LineView }) {
  const parts = [
    line.variantTitle,
    line.sku && `SKU ${line.sku}`,
    line.itemSku !== "" && `prints as ${line.itemSku}`,
    quantityText(line),
  ].filter((part) => part);
  return (
    <Text as="p" breakWord>
      {parts.join(" · ")}
    </Text>
  );
}

function quantityText({ quantity, remaining, eligibility }: LineView): string {
  if (quantity === 0) return "Not in the order any more";
  if (eligibility !== "printable") return `Quantity ${quantity}`;
  return remaining === 0 ? `Quantity ${quantity}, all fulfilled` : `Quantity ${quantity}, ${remaining} to fulfill`;
}
