import { BlockStack, Box, Button, Card, InlineStack, Text } from "@shopify/polaris";
import type { Price } from "../../quotes/model.ts";
import { timeAgo, formatMoney } from "../common/format.ts";
import { MessageBanner } from "../common/banners.tsx";
import { COPY as COMMON } from "../common/copy.ts";
import { useShop } from "../common/shop-context.tsx";
import { COPY } from "./copy.ts";
import { PriceLines } from "./price-lines.tsx";
import type { QuoteViewProps } from "./quote-props.ts";
import { CardHeading, Note } from "../common/text.tsx";

type Props = Pick<QuoteViewProps, "form" | "countries" | "now" | "refreshing" | "refreshFailed" | "onRefresh"> & {
  price: Price;
};

/** A price: the total, then the lines. */
export function PriceCard({ price, form, countries, now, refreshing, refreshFailed, onRefresh }: Props) {
  const { practice } = useShop();
  const age = timeAgo(price.askedAt, new Date(now));
  const country = countries.find(({ value }) => value === form.country)?.label;
  const place = [form.province, country].filter(Boolean).join(", ");
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
              <Note>{COPY.price.basis(age, place)}</Note>
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
