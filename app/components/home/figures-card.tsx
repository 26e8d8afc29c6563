import { BlockStack, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import type { Figures } from "../../home/figures.ts";

const NOW = "Now";
const RECENT = "Last 30 days";

/** How many orders are where; each figure leads to just these orders. */
export function FiguresCard({ figures }: { figures: Figures }) {
  const recent = `&from=${figures.since}`;
  const capped = (count: number) => `${formatCount(count)}${count >= COUNT_LIMIT ? "+" : ""}`;
  return (
    <Card>
      <InlineGrid columns={{ xs: 2, sm: 3, md: 5 }} gap="400">
        <Figure label="Needs attention" tab="attention" count={capped(figures.attention)} period={NOW} />
        <Figure label="Waiting" tab="waiting" count={capped(figures.waiting)} period={NOW} />
        <Figure label="At the print service" tab="at_provider" count={capped(figures.at_provider)} period={NOW} />
        <Figure label="Shipped" tab={`shipped${recent}`} count={formatCount(figures.shipped)} period={RECENT} />
        <Figure label="Fulfilled" tab={`fulfilled${recent}`} count={formatCount(figures.fulfilled)} period={RECENT} />
      </InlineGrid>
    </Card>
  );
}

const formatCount = (count: number) => count.toLocaleString("en-US");

function Figure({ label, tab, count, period }: { label: string; tab: string; count: string; period: string }) {
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
        {period}
      </Text>
    </BlockStack>
  );
}
