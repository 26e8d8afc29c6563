import { BlockStack, Divider, Text } from "@shopify/polaris";
import type { Margin as MarginResult } from "../../quotes/margin.ts";
import { formatMoney } from "../common/format.ts";
import { Amount } from "./amount.tsx";
import { LOSS_MESSAGE, marginText, NO_MARGIN_MESSAGES, sharedPaymentText } from "./price-words.ts";

/** What remains of what the buyer paid. `counting`: submissions of the order that share it. */
export function Margin({ margin, activeSubmissions }: { margin: MarginResult; activeSubmissions: number }) {
  if (!margin.known) return <Text as="p">{NO_MARGIN_MESSAGES[margin.reason]}</Text>;
  const { paid, profit, percent, currency } = margin;
  return (
    <BlockStack gap="200">
      <Divider />
      <Amount label="Buyer's price with shipping" amount={formatMoney(paid, currency)} />
      <Amount label="Margin" amount={marginText(formatMoney(profit, currency), percent)} strong />
      {profit.startsWith("-") && (
        <Text as="p" tone="critical">
          {LOSS_MESSAGE}
        </Text>
      )}
      {activeSubmissions > 1 && (
        <Text as="p" tone="subdued">
          {sharedPaymentText(activeSubmissions)}
        </Text>
      )}
    </BlockStack>
  );
}
