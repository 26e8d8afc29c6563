import { BlockStack, Divider, Text } from "@shopify/polaris";
import type { Margin as MarginOf } from "../../quotes/margin.ts";
import { money } from "../common/format.ts";
import { Amount } from "./amount.tsx";
import { LOSS, marginWords, NO_MARGIN, sharedWords } from "./price-words.ts";

/** What remains of what the buyer paid. `counting`: submissions of the order that share it. */
export function Margin({ margin, counting }: { margin: MarginOf; counting: number }) {
  if (!margin.known) return <Text as="p">{NO_MARGIN[margin.why]}</Text>;
  const { paid, profit, percent, currency } = margin;
  return (
    <BlockStack gap="200">
      <Divider />
      <Amount label="Buyer's price with shipping" amount={money(paid, currency)} />
      <Amount label="Margin" amount={marginWords(money(profit, currency), percent)} strong />
      {profit.startsWith("-") && (
        <Text as="p" tone="critical">
          {LOSS}
        </Text>
      )}
      {counting > 1 && (
        <Text as="p" tone="subdued">
          {sharedWords(counting)}
        </Text>
      )}
    </BlockStack>
  );
}
