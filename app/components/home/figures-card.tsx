import { BlockStack, Card, InlineGrid, Link, Text } from "@shopify/polaris";
import { COUNT_LIMIT } from "../../orders/pages/list/tabs.ts";
import { SHIPPED_STATES } from "../../orders/core/states.ts";
import type { Figures } from "../../home/figures.ts";
import { formatNumber, formatUpTo } from "../common/format.ts";
import { COPY } from "./copy.ts";
import { SmallNote } from "../common/text.tsx";

const text = COPY.figures;

/** The number of orders by progress, with links to the orders. */
export function FiguresCard({ figures }: { figures: Figures }) {
  const since = `&from=${figures.since}`;
  const capped = (count: number) => formatUpTo(COUNT_LIMIT, count);
  const recent = (count: number) => `${formatNumber(count)}${figures.moreRecent ? "+" : ""}`;
  return (
    <Card>
      <InlineGrid columns={{ xs: 2, sm: 3, md: 5 }} gap="400">
        <Figure label={text.attention} tab="attention" count={capped(figures.attention)} period={text.now} />
        <Figure label={text.waiting} tab="waiting" count={capped(figures.waiting)} period={text.now} />
        <Figure label={text.atProvider} tab="at_provider" count={capped(figures.at_provider)} period={text.now} />
        <Figure
          label={text.shipped}
          tab={`all&state=${SHIPPED_STATES.join()}${since}`}
          count={recent(figures.shipped)}
          period={text.recent}
        />
        <Figure
          label={text.fulfilled}
          tab={`fulfilled${since}`}
          count={recent(figures.fulfilled)}
          period={text.recent}
        />
      </InlineGrid>
    </Card>
  );
}

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
          {text.unit}
        </Text>
      </Text>
      <SmallNote>{period}</SmallNote>
    </BlockStack>
  );
}
