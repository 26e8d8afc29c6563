import { BlockStack, Divider, Text } from "@shopify/polaris";
import type { Margin as MarginOf } from "../../quotes/margin.ts";
import { money } from "../common/format.ts";
import { Amount } from "./amount.tsx";

const UNKNOWN = {
  paid_unknown: "The margin is not known: Shopify has not told yet what was paid.",
  currencies_differ: "The margin is not known: the buyer paid in another currency than the print service's prices.",
  price_doubtful: "The margin is not known: the print service's figures do not add up.",
} as const;

/** What remains of what the buyer paid. `counting`: submissions of the order that share it. */
export function Margin({ margin, counting }: { margin: MarginOf; counting: number }) {
  if (!margin.known) return <Text as="p">{UNKNOWN[margin.why]}</Text>;
  const { paid, profit, percent, currency } = margin;
  const share = percent === null ? "" : ` (${percent}%)`;
  return (
    <BlockStack gap="200">
      <Divider />
      <Amount label="Buyer's price with shipping" amount={money(paid, currency)} />
      <Amount label="Margin" amount={`${money(profit, currency)}${share}`} strong />
      {profit.startsWith("-") && (
        <Text as="p" tone="critical">
          This submission costs more than the buyer paid.
        </Text>
      )}
      {counting > 1 && (
        <Text as="p" tone="subdued">
          The buyer paid once for all {counting} submissions of this order.
        </Text>
      )}
    </BlockStack>
  );
}
