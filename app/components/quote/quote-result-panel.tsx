import { Banner, BlockStack, Card, List, Text } from "@shopify/polaris";
import type { QuoteResult } from "../../quotes/quote.ts";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { formatMoney } from "../common/format.ts";
import { COPY } from "./copy.ts";
import { PriceCard } from "./price-card.tsx";
import type { QuoteViewProps } from "./quote-props.ts";
import { CardHeading, Note } from "../common/text.tsx";

type Props = QuoteViewProps & { onRetry(): void };

/** The price, or the reason why there is none. */
export function QuoteResultPanel(props: Props) {
  const { quoteResult, connected, loading, onRetry } = props;
  const retry = { content: COMMON.tryAgain, onAction: onRetry, loading };
  if (!quoteResult) return connected ? <NoQuoteYet /> : null;
  switch (quoteResult.status) {
    case "priced":
      return (
        <BlockStack gap="400">
          <Discrepancies {...quoteResult} />
          <PriceCard {...props} price={quoteResult.price} />
        </BlockStack>
      );
    case "rejected":
      return <QuoteRejected {...quoteResult} />;
    case "account_rejected":
      return <AccountBanner status={quoteResult.status} text={COPY.accountRejected} />;
    case "unavailable":
      return <MessageBanner tone="warning" {...COPY.unavailable} action={retry} />;
    case "not_connected":
      return null;
  }
}

function NoQuoteYet() {
  return (
    <Card>
      <BlockStack gap="200">
        <CardHeading>{COPY.price.title}</CardHeading>
        <Note>{COPY.price.hint}</Note>
      </BlockStack>
    </Card>
  );
}

function QuoteRejected({ providerMessage, rejectedSkus }: QuoteResult & { status: "rejected" }) {
  return (
    <Banner tone="critical" title={COPY.rejected.title}>
      <BlockStack gap="200">
        <Text as="p">{rejectedSkus.length > 0 ? COPY.rejected.someSkus : COPY.rejected.combination}</Text>
        {providerMessage ? <Text as="p">{COPY.rejected.message(providerMessage)}</Text> : null}
      </BlockStack>
    </Banner>
  );
}

function Discrepancies({ price, linesTotal, inconsistentSkus }: QuoteResult & { status: "priced" }) {
  const { title, total, line } = COPY.discrepancies;
  if (price.discrepancies.length === 0) return null;
  return (
    <Banner tone="warning" title={title}>
      <List>
        {price.discrepancies.includes("total_differs") && (
          <List.Item>
            {total(formatMoney(price.total, price.currency), formatMoney(linesTotal, price.currency))}
          </List.Item>
        )}
        {price.discrepancies.includes("line_differs") && <List.Item>{line(inconsistentSkus.join(", "))}</List.Item>}
      </List>
    </Banner>
  );
}
