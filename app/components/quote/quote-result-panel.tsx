import { Banner, BlockStack, Card, List, Text } from "@shopify/polaris";
import type { QuoteResult } from "../../quotes/quote.ts";
import { AccountBanner } from "../common/account-banner.tsx";
import { formatMoney } from "../common/format.ts";
import { PriceCard } from "./price-card.tsx";
import type { QuoteViewProps } from "./quote-props.ts";

type Props = QuoteViewProps & { onRetry(): void };

/** What came of the question. */
export function QuoteResultPanel(props: Props) {
  const { quoteResult, connected, loading, onRetry } = props;
  if (!quoteResult) return connected ? <NoQuoteYet /> : null;
  switch (quoteResult.status) {
    case "priced":
      return (
        <BlockStack gap="400">
          <Discrepancies quoteResult={quoteResult} />
          <PriceCard {...props} price={quoteResult.price} />
        </BlockStack>
      );
    case "rejected":
      return <QuoteRejected {...quoteResult} />;
    case "account_rejected":
      return (
        <AccountBanner status={quoteResult.status}>
          Its e-mail or password is not accepted any more, so there is no price.
        </AccountBanner>
      );
    case "unavailable":
      return (
        <Banner
          tone="warning"
          title="The print service gave no price"
          action={{ content: "Try again", onAction: onRetry, loading: loading }}
        >
          <p>It did not answer, or its answer is not a price for these goods. Trying again in a moment often helps.</p>
        </Banner>
      );
    case "not_connected":
      return null;
  }
}

function NoQuoteYet() {
  return (
    <Card>
      <BlockStack gap="200">
        <Text as="h2" variant="headingMd">
          Price
        </Text>
        <Text as="p" tone="subdued">
          Enter SKUs of the print service and a destination, then choose Get quote. You see what each line costs, with
          shipping. The page’s address keeps the question, so you can share or bookmark it.
        </Text>
      </BlockStack>
    </Card>
  );
}

function QuoteRejected({ providerMessage, rejectedSkus }: QuoteResult & { status: "rejected" }) {
  return (
    <Banner tone="critical" title="The print service gives no price for this">
      <BlockStack gap="200">
        <Text as="p">
          {rejectedSkus.length > 0
            ? "Check what is marked above: the SKU may be misspelt, or not sold to this destination."
            : "It takes each SKU alone, but not all of them together. Check the destination and the quantities."}
        </Text>
        {providerMessage ? <Text as="p">It says: “{providerMessage}”</Text> : null}
      </BlockStack>
    </Banner>
  );
}

function Discrepancies({
  quoteResult: { price, linesTotal, inconsistentSkus },
}: {
  quoteResult: QuoteResult & { status: "priced" };
}) {
  if (price.discrepancies.length === 0) return null;
  return (
    <Banner tone="warning" title="This price does not add up">
      <List>
        {price.discrepancies.includes("total_differs") ? (
          <List.Item>
            The print service says {formatMoney(price.total, price.currency)} in total, but its lines come to{" "}
            {formatMoney(linesTotal, price.currency)}. Do not rely on it: an order whose margin is checked waits for a
            price that adds up.
          </List.Item>
        ) : null}
        {price.discrepancies.includes("line_differs") ? (
          <List.Item>
            The total of {inconsistentSkus.join(", ")} is not base cost × quantity plus shipping. Ask the print service
            what else is in it.
          </List.Item>
        ) : null}
      </List>
    </Banner>
  );
}
