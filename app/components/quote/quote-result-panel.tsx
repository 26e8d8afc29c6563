import { Banner, BlockStack, Card, List, Text } from "@shopify/polaris";
import type { Quoted } from "../../quotes/quote.ts";
import { AccountBanner } from "../common/account-banner.tsx";
import { money } from "../common/format.ts";
import { PriceCard } from "./price-card.tsx";
import type { QuoteViewProps } from "./quote-props.ts";

type Props = QuoteViewProps & { onRetry(): void };

/** What came of the question. */
export function QuoteAnswer(props: Props) {
  const { quoted, connected, asking, onRetry } = props;
  if (!quoted) return connected ? <NothingAsked /> : null;
  switch (quoted.status) {
    case "priced":
      return (
        <BlockStack gap="400">
          <Doubts quoted={quoted} />
          <PriceCard {...props} price={quoted.price} />
        </BlockStack>
      );
    case "refused":
      return <Refused {...quoted} />;
    case "account_refused":
      return (
        <AccountBanner status={quoted.status}>
          Its e-mail or password is not accepted any more, so there is no price.
        </AccountBanner>
      );
    case "unavailable":
      return (
        <Banner
          tone="warning"
          title="The print service gave no price"
          action={{ content: "Try again", onAction: onRetry, loading: asking }}
        >
          <p>It did not answer, or its answer is not a price for these goods. Trying again in a moment often helps.</p>
        </Banner>
      );
    case "not_connected":
      return null;
  }
}

function NothingAsked() {
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

function Refused({ words, refusedSkus }: Quoted & { status: "refused" }) {
  return (
    <Banner tone="critical" title="The print service gives no price for this">
      <BlockStack gap="200">
        <Text as="p">
          {refusedSkus.length > 0
            ? "Check what is marked above: the SKU may be misspelt, or not sold to this destination."
            : "It takes each SKU alone, but not all of them together. Check the destination and the quantities."}
        </Text>
        {words ? <Text as="p">It says: “{words}”</Text> : null}
      </BlockStack>
    </Banner>
  );
}

function Doubts({ quoted: { price, linesTotal, oddSkus } }: { quoted: Quoted & { status: "priced" } }) {
  if (price.doubts.length === 0) return null;
  return (
    <Banner tone="warning" title="This price does not add up">
      <List>
        {price.doubts.includes("total_differs") ? (
          <List.Item>
            The print service says {money(price.total, price.currency)} in total, but its lines come to{" "}
            {money(linesTotal, price.currency)}. Do not rely on it: an order whose margin is checked waits for a price
            that adds up.
          </List.Item>
        ) : null}
        {price.doubts.includes("line_differs") ? (
          <List.Item>
            The total of {oddSkus.join(", ")} is not base cost × quantity plus shipping. Ask the print service what else
            is in it.
          </List.Item>
        ) : null}
      </List>
    </Banner>
  );
}
