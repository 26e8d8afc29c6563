import { BlockStack, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import type { Figures } from "../../home/figures.ts";

const NOW = "Now";
const RECENT = "Last 30 days";

/** How many orders are where; each figure leads to just these orders. */
export function FiguresCard({ figures }: { figures: Figures }) {
  const recent = `&from=${figures.since}`;
  const capped = (count: number) => `${shown(count)}${count >= COUNT_LIMIT ? "+" : ""}`;
  return (
    <Card>
      <InlineGrid columns={{ xs: 2, sm: 3, md: 5 }} gap="400">
        <Figure label="Needs attention" tab="attention" count={capped(figures.attention)} of={NOW} />
        <Figure label="Waiting" tab="waiting" count={capped(figures.waiting)} of={NOW} />
        <Figure label="At the print service" tab="at_service" count={capped(figures.at_service)} of={NOW} />
        <Figure label="Shipped" tab={`shipped${recent}`} count={shown(figures.shipped)} of={RECENT} />
        <Figure label="Fulfilled" tab={`fulfilled${recent}`} count={shown(figures.fulfilled)} of={RECENT} />
      </InlineGrid>
    </Card>
  );
}

const shown = (count: number) => count.toLocaleString("en-US");

function Figure({ label, tab, count, of }: { label: string; tab: string; count: string; of: string }) {
  return (
    <BlockStack gap="100">
      <Text as="h2" variant="headingSm">
        <Link url={`/app/orders?tab=${tab}`} monochrome removeUnderline>
          {label}
        </Link>
      </Text>
      <Text as="p" variant="headingLg">
        {count}{" "}
        <Text as="span" visuallyHidden>
          orders
        </Text>
      </Text>
      <Text as="p" tone="subdued" variant="bodySm">
        {of}
      </Text>
    </BlockStack>
  );
}
