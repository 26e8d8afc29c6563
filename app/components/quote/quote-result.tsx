import { Banner, BlockStack, Card, List, Text, Box, Button, InlineStack, DataTable, Divider } from "@shopify/polaris";
import type { ReactNode } from "react";
import type { QuoteResult } from "../../quotes/quote.ts";
import { AccountBanner, MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { formatMoney, timeAgo } from "../common/format.ts";
import { COPY } from "./copy.ts";
import type { QuoteViewProps } from "./quote-form.tsx";
import { CardHeading, Note, Subheading } from "../common/text.tsx";
import type { Price } from "../../quotes/basket.ts";
import { useShop } from "../common/shop-context.tsx";
import { ByWidth } from "../common/by-width.tsx";

type QuoteResultProps = QuoteViewProps & { onRetry(): void };

/** The price, or the reason why there is none. */
export function QuoteResultPanel(props: QuoteResultProps) {
  const { quoteResult, methods, connected, loading, onRetry } = props;
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
    case "not_priced": {
      const { title, text, compared } = COPY.notPriced;
      return <MessageBanner tone="info" title={title} text={methods ? compared : text} />;
    }
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

type PriceCardProps = Pick<
  QuoteViewProps,
  "form" | "countries" | "now" | "refreshing" | "refreshFailed" | "onRefresh" | "hasServices"
> & {
  price: Price;
};

/** A price: the total, then the lines. */
function PriceCard({ price, form, countries, now, hasServices, ...refresh }: PriceCardProps) {
  const { refreshing, refreshFailed, onRefresh } = refresh;
  const { practice } = useShop();
  const age = timeAgo(price.askedAt, new Date(now));
  const place = placeOf({ form, countries });
  return (
    <Card padding="0">
      <Box paddingBlock="400" paddingInline={{ xs: "400", md: "300" }}>
        <BlockStack gap="400">
          <InlineStack align="space-between" blockAlign="start" gap="300">
            <BlockStack gap="100">
              <CardHeading>{COPY.price.title}</CardHeading>
              <Text as="p" variant="headingXl">
                {formatMoney(price.total, price.currency)}
              </Text>
              <Note>{price.fromFees ? COPY.price.fromFees(age, place) : COPY.price.basis(age, place)}</Note>
              {!hasServices && !practice && <Note>{COPY.price.onlyStandard}</Note>}
              {practice && <Note>{COMMON.practice.price}</Note>}
            </BlockStack>
            <Button onClick={onRefresh} loading={refreshing}>
              {COPY.price.refresh}
            </Button>
          </InlineStack>
          {refreshFailed && <MessageBanner tone="warning" text={COMMON.priceNotRefreshed} />}
        </BlockStack>
      </Box>
      <PriceLines price={price} />
    </Card>
  );
}

/** The destination in words. */
export const placeOf = ({ form, countries }: Pick<QuoteViewProps, "form" | "countries">): string =>
  [form.province, countries.find(({ value }) => value === form.country)?.label].filter(Boolean).join(", ");

const { headings, total: TOTAL, line: lineText, totals } = COPY.price;

/** The cost of each line: a table, on a phone a list. */
function PriceLines({ price }: { price: Price }) {
  return <ByWidth phone={() => <Stacked price={price} />} wide={() => <Table price={price} />} />;
}

/** A tax of nothing, worked out from a list without taxes, is not known. */
const taxShown = ({ fromFees, currency }: Price, amount: string, notKnown: string = COPY.price.notKnown): string =>
  fromFees?.taxKnown === false ? notKnown : formatMoney(amount, currency);

function Table({ price }: { price: Price }) {
  const show = (amount: string) => formatMoney(amount, price.currency);
  return (
    <DataTable
      columnContentTypes={["text", "numeric", "numeric", "numeric", "numeric", "numeric", "numeric"]}
      headings={[...headings]}
      rows={price.lines.map((line) => [
        line.itemSku,
        line.quantity,
        show(line.baseCost),
        show(line.goods),
        show(line.shippingFee),
        taxShown(price, line.taxFee),
        show(line.total),
      ])}
      totals={["", "", "", show(price.goods), show(price.shipping), taxShown(price, price.tax), show(price.total)]}
      totalsName={{ singular: TOTAL, plural: TOTAL }}
      showTotalsInFooter
      hoverable={false}
    />
  );
}

function Stacked({ price }: { price: Price }) {
  const show = (amount: string) => formatMoney(amount, price.currency);
  return (
    <BlockStack>
      {price.lines.map((line, at) => (
        <Box key={at}>
          <Divider />
          <Box padding="400">
            <Line name={line.itemSku} total={show(line.total)}>
              {lineText(
                line.quantity,
                show(line.baseCost),
                show(line.goods),
                show(line.shippingFee),
                taxShown(price, line.taxFee, COPY.price.notKnownWithin),
              )}
            </Line>
          </Box>
        </Box>
      ))}
      <Divider />
      <Box padding="400" background="bg-surface-secondary">
        <Line name={TOTAL} total={show(price.total)}>
          {totals(show(price.goods), show(price.shipping), taxShown(price, price.tax, COPY.price.notKnownWithin))}
        </Line>
      </Box>
    </BlockStack>
  );
}

function Line({ name, total, children }: { name: string; total: string; children: ReactNode }) {
  return (
    <BlockStack gap="100">
      <InlineStack align="space-between" gap="200">
        <Subheading breakWord>{name}</Subheading>
        <Text as="span" variant="headingSm" numeric>
          {total}
        </Text>
      </InlineStack>
      <Note>{children}</Note>
    </BlockStack>
  );
}
